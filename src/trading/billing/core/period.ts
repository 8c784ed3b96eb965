/** Paid months: when they end, and the price of a part of one. */
import type { Instant } from "../../../kit/time/instant.ts";
import { DAY_MICROS } from "../../../kit/time/spans.ts";

export interface Period {
  readonly from: Instant;
  readonly to: Instant;
}

/** The day of the month, 1 to 31 in UTC, on which the periods of an account begin that begins now. */
export function anchorDayOf(at: Instant): number {
  return new Date(at / 1000).getUTCDate();
}

/**
 * The month that begins at an instant. It ends at the same time of the next month, on the anchor day or, where that
 * month is shorter, on its last day. So 31 January is followed by 28 February and then by 31 March.
 */
export function periodFrom(from: Instant, anchorDay: number): Period {
  const start = new Date(Math.floor(from / 1000));
  const year = start.getUTCFullYear();
  const month = start.getUTCMonth() + 1;
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const midnight = Date.UTC(year, month, Math.min(anchorDay, lastDay)) * 1000;
  return { from, to: (midnight + (from % DAY_MICROS)) as Instant };
}

/**
 * The price of `newPrice` instead of `oldPrice` for the rest of a period, in 1e-8, rounded towards zero: below zero
 * when it is less. The way back at the same instant costs exactly as much with the other sign. Nothing is left of a
 * period that is over, and no more than all of it.
 */
export function proratedDifference(oldPrice: bigint, newPrice: bigint, period: Period, at: Instant): bigint {
  const whole = BigInt(period.to - period.from);
  const left = BigInt(Math.max(0, Math.min(period.to - at, period.to - period.from)));
  return ((newPrice - oldPrice) * left) / whole;
}
