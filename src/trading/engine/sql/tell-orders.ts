/** Tells webhooks of orders, in the commit of what happened to them. */
import type { Transaction } from "../../../kit/sql/database.ts";
import { fromMillis } from "../../../kit/time/instant.ts";
import { recordAlerts, type AlertKind } from "../../alerts/index.ts";
import { tellWebhooks, type Happening } from "../../webhooks/index.ts";
import { toldFill, toldOrder, type ToldTerms } from "../core/told-order.ts";
import type { JournalChange } from "../store.ts";
import type { OrderRow } from "./order-rows.ts";

const EVENTS = ["order.changed", "order.filled"] as const;

/** Of each change of a state, and of each trade. */
export async function tellOrders(tx: Transaction, changes: readonly JournalChange[]): Promise<void> {
  const told = changes.filter(({ from, order, fill }) => fill || from !== order.state);
  await tellWebhooks(tx, { ownerUids: ownersOf(told), events: EVENTS }, async () => {
    const orders = await readTold(tx, told);
    return told.flatMap((change) => happeningsOf(change, orders.get(change.id)));
  });
}

/** The alerts for an order's owner. If its history was erased, only the main account is alerted. */
export async function recordOrderAlerts(tx: Transaction, changes: readonly JournalChange[]): Promise<void> {
  const told = changes.filter(({ alerts }) => alerts.length > 0);
  await recordAlerts(tx, ownersOf(told), async () => {
    const orders = await readTold(tx, told);
    return told.flatMap((change) => {
      const known = orders.get(change.id);
      const data = known ? { order: toldOrder(known.terms, change) } : { order: { order_id: String(change.id) } };
      const about = {
        ownerUid: change.ownerUid,
        uid: known?.uid ?? change.ownerUid,
        at: fromMillis(change.atMs),
        data,
      };
      return change.alerts.map((effect) => ({ ...about, kind: kindOf(effect), why: change.why }));
    });
  });
}

/** Effects of the journal begin with `alert_`. */
function kindOf(effect: string): AlertKind {
  return effect.replace("alert_", "order_") as AlertKind;
}

function happeningsOf(change: JournalChange, known: KnownOrder | undefined): Happening[] {
  if (!known) return [];
  const { from, order, event, fill } = change;
  const about = { ownerUid: change.ownerUid, uid: known.uid, at: fromMillis(change.atMs) };
  const shown = toldOrder(known.terms, change);
  return [
    ...(fill ? [{ ...about, event: "order.filled" as const, data: { order: shown, fill: toldFill(fill) } }] : []),
    ...(from === order.state
      ? []
      : [{ ...about, event: "order.changed" as const, data: { order: shown, from, to: order.state, cause: event } }]),
  ];
}

function ownersOf(changes: readonly JournalChange[]): readonly number[] {
  return [...new Set(changes.map(({ ownerUid }) => ownerUid))];
}

interface KnownOrder {
  readonly uid: number;
  readonly terms: ToldTerms;
}

type Row = Pick<
  OrderRow,
  | "id"
  | "uid"
  | "batch_id"
  | "key_id"
  | "strategy_id"
  | "exchange"
  | "market_id"
  | "side"
  | "type"
  | "price"
  | "stop_price"
>;

/** The facts about changed orders that the changes do not contain. */
async function readTold(tx: Transaction, changes: readonly JournalChange[]): Promise<ReadonlyMap<number, KnownOrder>> {
  const rows = await tx.query<Row>({
    name: "trading.readToldOrders",
    text: `select id, uid, batch_id, key_id, strategy_id, exchange, market_id, side, type, price, stop_price
      from trading.orders where id = any ($1::bigint[])`,
    values: [[...new Set(changes.map(({ id }) => id))]],
  });
  return new Map(
    rows.map((row) => {
      const terms = {
        id: row.id,
        batchId: row.batch_id,
        keyId: row.key_id,
        strategyId: row.strategy_id,
        exchange: row.exchange,
        marketId: row.market_id,
        side: row.side,
        type: row.type,
        price: row.price,
        stopPrice: row.stop_price,
      };
      return [row.id, { uid: row.uid, terms }] as const;
    }),
  );
}
