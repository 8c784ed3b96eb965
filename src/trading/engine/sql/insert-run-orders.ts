/** Stores the orders of a slice: the last statement of its transaction. */
import type { Transaction } from "../../../kit/sql/database.ts";
import { nextBlock } from "../core/client-ids.ts";
import type { Firing, KeptRunOrder } from "../store-runs.ts";
import { base36, orderRow, ordersIn } from "./new-order-rows.ts";
import { RUN_ORDER_COLUMNS, withFees, type RunOrderRow } from "./run-order-rows.ts";

/**
 * The intents, and what is remembered of the decision, and the commit. No intent can be stored twice. The numbers are taken here,
 * as `takeNumbers` does it, and written as `clientIdOf` does it: so the next who takes some waits for this commit alone.
 */
export async function insertRunOrders(
  tx: Transaction,
  { runId, strategyId, ownerUid, uid, orders, nowMs, slice, starts, triggers }: Firing,
  claims: ReadonlyMap<number, number>,
): Promise<KeptRunOrder[]> {
  const rows = orders.map((each, at) => orderRow({ runId, nowMs }, each, at));
  const inserted = await tx.query<RunOrderRow>({
    name: "trading.insertRunOrders",
    text: `with noted as (
        update trading.runs set slices = coalesce($7, slices),
          last_slice_ms = case when $7::integer is null then last_slice_ms else $4 end, starts = $8::jsonb,
          triggers = $9::jsonb where id = $6
      ), block as (
        update trading.client_id_blocks set next_id = greatest(next_id, $10) + $11 returning prefix, next_id - $11 as first
      )
      insert into trading.orders (id, client_order_id, intent, owner_uid, uid, key_id, exchange, market_id, side, type,
        price, stop_price, amount, created_ms, send_at_ms, expire_after_ms, has_command, updated_ms, strategy_id, run_id,
        run_row, slice, attempt, kind, time_in_force, post_only, type_orig, price_entry, price_offset, spread_entry,
        conditions, need_currency, need_amount, claimed_fence)
      select first + place, prefix || ${base36("first + place")}, intent, $2, $3, o.key_id, exchange, market_id, side, type, price,
        stop_price, amount, $4, send_at_ms, expire_after_ms, fence is null, $4, $5, $6, run_row, slice, attempt, kind,
        time_in_force, post_only, type_orig, price_entry, price_offset, spread_entry, conditions, need_currency, need_amount,
        fence
      from block, ${ordersIn("$1")} left join unnest($12::bigint[], $13::bigint[]) as claims (key_id, fence)
        on claims.key_id = o.key_id and o.is_due
      returning ${RUN_ORDER_COLUMNS}`,
    values: [
      JSON.stringify(rows),
      ownerUid,
      uid,
      Math.round(nowMs),
      strategyId,
      runId,
      slice ?? null,
      JSON.stringify(starts),
      JSON.stringify(triggers),
      nextBlock(nowMs, 0, rows.length).next,
      rows.length,
      [...claims.keys()],
      [...claims.values()],
    ],
    isLast: true,
  });
  // Nothing of them was filled: nothing more is read.
  return withFees(tx, inserted);
}
