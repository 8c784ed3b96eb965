/** Stores the orders of a slice: the last statement of its transaction. */
import { formatFine } from "../../../kit/money/fine.ts";
import type { Transaction } from "../../../kit/sql/database.ts";
import { intentKey, nextBlock } from "../core/client-ids.ts";
import type { Firing, KeptRunOrder } from "../store-runs.ts";
import { RUN_ORDER_COLUMNS, withFees, type RunOrderRow } from "./run-order-rows.ts";

/** Of base 36. */
const DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz";

/**
 * The intents, and what is remembered of the decision, and the commit. No intent can be stored twice. The numbers are taken here,
 * as `takeNumbers` does it, and written as `clientIdOf` does it: so the next who takes some waits for this commit alone.
 */
export async function insertRunOrders(
  tx: Transaction,
  { runId, strategyId, ownerUid, uid, orders, nowMs, slice, starts, triggers }: Firing,
  claims: ReadonlyMap<number, number>,
): Promise<KeptRunOrder[]> {
  const rows = orders.map((each, at) => ({
    place: at,
    intent: `run/${intentKey({ ...each, runId: String(runId) })}`,
    key_id: each.keyId,
    exchange: each.exchange,
    market_id: each.order.marketId,
    side: each.order.side,
    type: each.order.type,
    price: each.order.price ?? null,
    stop_price: each.order.stopPrice ?? null,
    amount: each.order.amount,
    send_at_ms: Math.round(each.sendAtMs),
    expire_after_ms: each.expireAfterMs,
    run_row: each.row,
    slice: each.slice,
    attempt: each.attempt,
    kind: each.kind,
    time_in_force: each.order.timeInForce ?? null,
    post_only: each.order.postOnly ?? false,
    type_orig: each.typeOrig,
    price_entry: each.priceEntry,
    price_offset: each.priceOffset,
    spread_entry: each.spreadEntry,
    conditions: each.conditions,
    need_currency: each.needCurrency,
    need_amount: formatFine(each.needAmount),
    claimed_fence: (each.sendAtMs <= nowMs ? claims.get(each.keyId) : undefined) ?? null,
  }));
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
      select first + place, prefix || (
          with recursive rest (number, digits) as (
            select first + place, ''
            union all
            select number / 36, substr('${DIGITS}', (number % 36)::integer + 1, 1) || digits from rest where number > 0)
          select digits from rest where number = 0), intent, $2, $3, key_id, exchange, market_id, side, type, price, stop_price, amount, $4,
        send_at_ms, expire_after_ms, claimed_fence is null, $4, $5, $6, run_row, slice, attempt, kind, time_in_force, post_only, type_orig,
        price_entry, price_offset, spread_entry, conditions, need_currency, need_amount, claimed_fence
      from block, jsonb_to_recordset($1::jsonb) as o (place integer, intent text, key_id bigint, exchange text,
        market_id text, side text, type text, price numeric, stop_price numeric, amount numeric, send_at_ms bigint,
        expire_after_ms bigint, run_row integer, slice integer, attempt integer, kind text, time_in_force text,
        post_only boolean, type_orig text, price_entry numeric, price_offset numeric, spread_entry numeric,
        conditions jsonb, need_currency text, need_amount numeric,
        claimed_fence bigint)
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
    ],
    isLast: true,
  });
  // Nothing of them was filled: nothing more is read.
  return withFees(tx, inserted);
}
