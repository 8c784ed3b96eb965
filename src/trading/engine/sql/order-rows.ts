/** Rows of the journal and what they mean. */
import { invariant } from "../../../kit/errors/invariant.ts";
import { formatFine, parseFine } from "../../../kit/money/fine.ts";
import type { Queryable } from "../../../kit/sql/database.ts";
import { fillKey, worthOf, type JournalOrder } from "../core/journal-order.ts";
import type { KeptOrder, ListedOrder, OrderTerms } from "../store.ts";

export interface OrderRow {
  readonly id: number;
  readonly client_order_id: string;
  readonly batch_id: number | null;
  readonly owner_uid: number;
  readonly uid: number;
  readonly key_id: number;
  readonly strategy_id: number | null;
  readonly exchange: string;
  readonly market_id: string;
  readonly side: OrderTerms["side"];
  readonly type: OrderTerms["type"];
  readonly price: string | null;
  readonly stop_price: string | null;
  readonly amount: string;
  readonly created_ms: number;
  readonly send_at_ms: number;
  readonly interval_ms: number;
  readonly expire_after_ms: number;
  readonly cancel_asked_ms: number | null;
  readonly check_asked_ms: number | null;
  readonly withheld_asked_ms: number | null;
  readonly checked_ms: number | null;
  readonly claimed_fence: number | null;
  readonly handed_ms: number | null;
  readonly version: number;
  readonly state: JournalOrder["state"];
  readonly exchange_order_id: string;
  readonly filled: string;
  readonly cost: string;
  readonly reported_ms: number;
  readonly was_seen: boolean;
  readonly cancel_wanted_ms: number;
  readonly ended_ms: number;
  readonly lookup: JournalOrder["lookup"];
  readonly lookup_at_ms: number | null;
  readonly tries: number;
  readonly unreachable: number;
  readonly rounds: number;
  readonly lookups: number;
  readonly watched_until_ms: number | null;
  readonly why: string;
  readonly is_deferred: boolean;
  readonly updated_ms: number;
  readonly time_in_force: OrderTerms["timeInForce"];
  readonly post_only: boolean;
}

export const ORDER_COLUMNS = `id, client_order_id, batch_id, owner_uid, uid, key_id, strategy_id, exchange, market_id, side, type,
  price, stop_price, amount, created_ms, send_at_ms, interval_ms, expire_after_ms, cancel_asked_ms, check_asked_ms,
  withheld_asked_ms, checked_ms, claimed_fence, handed_ms, version, state, exchange_order_id, filled, cost, reported_ms, was_seen,
  cancel_wanted_ms, ended_ms, lookup, lookup_at_ms, tries, unreachable, rounds, lookups, watched_until_ms, why, updated_ms,
  time_in_force, post_only, is_deferred`;

/**
 * Orders with the fills that were booked of each, which the state machine needs. Requests that list orders use
 * `withBooked`: an order may have any number of fills.
 */
export async function withFills(db: Queryable, rows: readonly OrderRow[]): Promise<KeptOrder[]> {
  // The booked quantity is never more than the filled one.
  const filled = rows.filter((row) => Number(row.filled) > 0);
  const fills = filled.length === 0 ? [] : await readFills(db, filled);
  const byOrder = new Map<number, FillRow[]>();
  for (const fill of fills) {
    const own = byOrder.get(fill.order_id);
    if (own) own.push(fill);
    else byOrder.set(fill.order_id, [fill]);
  }
  return rows.map((row) => keptOrder(row, byOrder.get(row.id) ?? []));
}

/** Orders with what was booked of each: one row for each order, however many trades it has. */
export async function withBooked(db: Queryable, rows: readonly OrderRow[]): Promise<ListedOrder[]> {
  const filled = rows.filter((row) => Number(row.filled) > 0);
  const sums = filled.length === 0 ? [] : await sumFills(db, filled);
  const booked = new Map(sums.map((each) => [each.order_id, fineOf(each.booked)]));
  return rows.map((row) => ({ ...listedOrder(row), order: machineOf(row, booked.get(row.id) ?? 0n) }));
}

/** What was booked of orders that have trades. */
async function sumFills(db: Queryable, rows: readonly OrderRow[]) {
  return db.query<{ readonly order_id: number; readonly booked: string }>({
    name: "trading.sumFillAmounts",
    text: `select order_id, sum(amount) as booked from trading.order_fills where order_id = any ($1::bigint[])
      group by order_id`,
    values: [rows.map(({ id }) => id)],
  });
}

/** The trades that were booked of orders. */
async function readFills(db: Queryable, rows: readonly OrderRow[]): Promise<FillRow[]> {
  return db.query<FillRow>({
    name: "trading.readFillAmounts",
    text: `select order_id, trade_id, price, amount from trading.order_fills where order_id = any ($1::bigint[])`,
    values: [rows.map(({ id }) => id)],
  });
}

interface FillRow {
  readonly order_id: number;
  readonly trade_id: string;
  readonly price: string;
  readonly amount: string;
}

function keptOrder(row: OrderRow, fills: readonly FillRow[]): KeptOrder {
  const booked = new Map(
    fills.map((each) => [fillKey(String(row.key_id), row.market_id, each.trade_id), fineOf(each.amount)]),
  );
  const order = machineOf(
    row,
    [...booked.values()].reduce((sum, each) => sum + each, 0n),
  );
  return {
    ...listedOrder(row),
    order: { ...order, fills: booked },
    worth: fills.reduce((sum, { price, amount }) => sum + worthOf(fineOf(price), fineOf(amount)), 0n),
  };
}

function listedOrder(row: OrderRow): Omit<ListedOrder, "order"> {
  return {
    terms: {
      id: row.id,
      batchId: row.batch_id,
      ownerUid: row.owner_uid,
      uid: row.uid,
      keyId: row.key_id,
      strategyId: row.strategy_id,
      exchange: row.exchange,
      marketId: row.market_id,
      side: row.side,
      type: row.type,
      price: row.price,
      stopPrice: row.stop_price,
      amount: row.amount,
      createdMs: row.created_ms,
      sendAtMs: row.send_at_ms,
      intervalMs: row.interval_ms,
      expireAfterMs: row.expire_after_ms,
      cancelAskedMs: row.cancel_asked_ms,
      checkAskedMs: row.check_asked_ms,
      withheldAskedMs: row.withheld_asked_ms,
      timeInForce: row.time_in_force,
      postOnly: row.post_only,
    },
    version: row.version,
    claimedFence: row.claimed_fence,
    handedMs: row.handed_ms,
    checkedMs: row.checked_ms,
    cost: row.cost,
    why: row.why,
    isDeferred: row.is_deferred,
    updatedMs: row.updated_ms,
  };
}

function machineOf(row: OrderRow, booked: bigint): Omit<JournalOrder, "fills"> {
  return {
    state: row.state,
    clientOrderId: row.client_order_id,
    exchangeOrderId: row.exchange_order_id,
    amount: fineOf(row.amount),
    filled: fineOf(row.filled),
    booked,
    reportedMs: row.reported_ms,
    wasSeen: row.was_seen,
    cancelWantedMs: row.cancel_wanted_ms,
    endedMs: row.ended_ms,
    lookup: row.lookup,
    lookupAtMs: row.lookup_at_ms ?? undefined,
    tries: row.tries,
    unreachable: row.unreachable,
    rounds: row.rounds,
    lookups: row.lookups,
    watchedUntilMs: row.watched_until_ms ?? undefined,
  };
}

/** The columns that a change sets, by name, as JSON carries them. */
export function machineColumns(order: JournalOrder): Readonly<Record<string, unknown>> {
  return {
    state: order.state,
    exchange_order_id: order.exchangeOrderId,
    amount: formatFine(order.amount),
    filled: formatFine(order.filled),
    reported_ms: Math.round(order.reportedMs),
    was_seen: order.wasSeen,
    cancel_wanted_ms: Math.round(order.cancelWantedMs),
    ended_ms: Math.round(order.endedMs),
    lookup: order.lookup,
    lookup_at_ms: order.lookupAtMs === undefined ? null : Math.round(order.lookupAtMs),
    tries: order.tries,
    unreachable: order.unreachable,
    rounds: order.rounds,
    lookups: order.lookups,
    watched_until_ms: order.watchedUntilMs === undefined ? null : Math.round(order.watchedUntilMs),
  };
}

function fineOf(decimal: string): bigint {
  const units = parseFine(decimal);
  invariant(units !== undefined, "a number of the journal has at most 18 places");
  return units;
}
