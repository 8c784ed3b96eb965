/** New orders of runs as JSON carries them to the statements that store them. */
import { formatFine } from "../../../kit/money/fine.ts";
import { intentKey } from "../core/client-ids.ts";
import type { Firing, NewRunOrder } from "../store-runs.ts";

/**
 * An order of a slice; no intent can be stored twice.
 *
 * @param place of the order among those of its statement, from 0
 */
export function orderRow({ runId, nowMs }: Pick<Firing, "runId" | "nowMs">, each: NewRunOrder, place: number) {
  return {
    place,
    run_id: runId,
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
    is_due: each.sendAtMs <= nowMs,
  };
}

/** Such rows as `o`, in the list that a parameter is. */
export const ordersIn = (
  parameter: string,
): string => `jsonb_to_recordset(${parameter}::jsonb) as o (place integer, run_id bigint,
  intent text, key_id bigint, exchange text, market_id text, side text, type text, price numeric, stop_price numeric,
  amount numeric, send_at_ms bigint, expire_after_ms bigint, run_row integer, slice integer, attempt integer, kind text,
  time_in_force text, post_only boolean, type_orig text, price_entry numeric, price_offset numeric, spread_entry numeric,
  conditions jsonb, need_currency text, need_amount numeric, is_due boolean)`;

/** Of base 36. */
const DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz";

/** As many as the largest bigint has. */
const MOST_DIGITS = 13;

/** A number above 0 as `clientIdOf` writes it. Digit after digit in one expression: it costs a statement no plan of its own. */
export const base36 = (number: string): string => {
  const digits = Array.from(
    { length: MOST_DIGITS },
    (_, at) => `substr('${DIGITS}', ((${number}) / ${36n ** BigInt(MOST_DIGITS - 1 - at)} % 36)::integer + 1, 1)`,
  );
  return `ltrim(${digits.join(" || ")}, '0')`;
};
