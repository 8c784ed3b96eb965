/** Orders of which it is not known for long what became of them. */
import type { Database, Queryable } from "../../../kit/sql/database.ts";
import { fromMillis } from "../../../kit/time/instant.ts";
import { recordAlerts } from "../../alerts/index.ts";
import { toldOrder } from "../core/told-order.ts";
import { readOrders } from "./order-store.ts";

export interface UnknownOrders {
  /**
   * Alerts of orders that have been unknown since before `sinceMs`, or whose cancel has not been proved since then, once of each
   * doubt: an order that is found and becomes unknown again is another. Some at a time; answers how many.
   */
  alert(sinceMs: number, nowMs: number): Promise<number>;
  readDoubt(): Promise<Doubt>;
}

export interface Doubt {
  /** Orders that are unknown now. */
  readonly orders: number;
  /** Since when the oldest of them is; null where none is unknown. */
  readonly oldestMs: number | null;
}

const AT_ONCE = 500;

export function unknownOrders(db: Database): UnknownOrders {
  return {
    alert: (sinceMs, nowMs) =>
      db.transaction(async (tx) => {
        const found = new Map((await listUnknown(tx, sinceMs)).map((each) => [each.id, each]));
        const kept = await readOrders(tx, [...found.keys()]);
        const at = fromMillis(nowMs);
        await recordAlerts(tx, [...new Set(kept.map(({ terms }) => terms.ownerUid))], () =>
          kept.map((order) => {
            const { id, ownerUid, uid } = order.terms;
            const { subject = "", since_ms: since = nowMs } = found.get(id) ?? {};
            const data = { since: Math.floor(since / 1000), order: toldOrder(order.terms, order) };
            return { kind: "order_unknown", ownerUid, uid, subject, at, why: order.why, data };
          }),
        );
        return kept.length;
      }),
    readDoubt: () => readDoubt(db),
  };
}

interface Row {
  readonly id: number;
  readonly subject: string;
  readonly since_ms: number;
}

/**
 * By the last transition into doubt. Asked every minute, of orders that are not settled. A cancel that nothing proves holds a stop up for
 * as long; what became of those of a deleted key nobody can find out.
 */
async function listUnknown(db: Queryable, sinceMs: number): Promise<Row[]> {
  return db.query<Row>({
    name: "trading.listUnknownOrders",
    text: `select o.id, 'order_unknown/' || o.id || '/' || doubt.version as subject, doubt.at_ms as since_ms
      from trading.orders o cross join lateral (
        select t.version, t.at_ms from trading.order_transitions t
        where t.order_id = o.id and t.to_state = o.state and t.from_state <> o.state
        order by t.version desc limit 1) as doubt
      where not o.is_settled and doubt.at_ms <= $1
        and (o.state = 'unknown'
          or o.state = 'cancel_pending' and exists (select from trading.exchange_keys k where k.id = o.key_id))
        and not exists (
        select from trading.alerts a where a.subject = 'order_unknown/' || o.id || '/' || doubt.version)
      order by o.id limit ${AT_ONCE}`,
    values: [Math.round(sinceMs)],
  });
}

/**
 * How many orders are in doubt and for how long, for the metrics: by the last transition into doubt of each. What became of those
 * that a deleted key has left nobody can find out.
 */
async function readDoubt(db: Queryable): Promise<Doubt> {
  const [row] = await db.query<Doubt>({
    name: "trading.readDoubt",
    text: `select count(*) as orders, min(doubt.at_ms) as "oldestMs"
      from trading.orders o cross join lateral (
        select t.at_ms from trading.order_transitions t
        where t.order_id = o.id and t.to_state = 'unknown' and t.from_state <> 'unknown'
        order by t.version desc limit 1) as doubt
      where not o.is_settled and o.state = 'unknown'
        and exists (select from trading.exchange_keys k where k.id = o.key_id)`,
  });
  return row ?? { orders: 0, oldestMs: null };
}
