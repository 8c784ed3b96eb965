/** Orders in calendars: those that were asked for and wait for their time. */
import type { Queryable } from "../../../kit/sql/database.ts";
import { fromMillis, toMillis } from "../../../kit/time/instant.ts";
import type { ScheduleSource } from "../../calendar/index.ts";

interface Row {
  readonly id: number;
  readonly code: string;
  readonly side: "buy" | "sell";
  readonly type: string;
  readonly price: string | null;
  readonly amount: string;
  readonly send_at_ms: number;
}

/**
 * Orders of `exchange-query/order-create` that leave in the window. A main account sees those of its sub-accounts too.
 * Those of strategies leave at once, or as their profile says.
 */
export function orderSchedule(db: Queryable): ScheduleSource {
  return async ({ uid, ownerUid, isSubaccount }, { from, to, limit }) => {
    const rows = await db.query<Row>({
      name: "trading.listOrderSchedule",
      text: `select o.id, o.exchange || '-' || o.market_id as code, o.side, o.type, trim_scale(o.price) as price,
          trim_scale(o.amount) as amount, o.send_at_ms
        from trading.exchange_keys k join trading.orders o on o.key_id = k.id and not o.is_settled
        where k.owner_uid = $1 and o.owner_uid = $1 and ($2::bigint is null or o.uid = $2) and o.strategy_id is null
          and o.state = 'created' and o.claimed_fence is null and o.cancel_asked_ms is null
          and o.send_at_ms between $3 and $4
        order by o.send_at_ms, o.id limit $5`,
      values: [ownerUid, isSubaccount ? uid : null, Math.ceil(toMillis(from)), Math.floor(toMillis(to)), limit],
    });
    return rows.map((row) => ({
      id: String(row.id),
      type: "order_send" as const,
      title: titleOf(row),
      startsAt: fromMillis(row.send_at_ms),
      endsAt: null,
      reference: String(row.id),
    }));
  };
}

function titleOf({ side, type, amount, code, price }: Row): string {
  const how = price === null ? type : `${type}, ${price}`;
  return `${side === "buy" ? "Buy" : "Sell"} ${amount} of ${code} (${how})`;
}
