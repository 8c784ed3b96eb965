/** Balances at exchanges as they are shown. Pure. */
import { fineOfNumber, fineProduct, formatPadded, parseFine } from "../../../kit/money/fine.ts";

/** An account's balance of one currency, as the exchange reports it: decimal text. */
interface Held {
  readonly currency: string;
  readonly free: string;
  readonly used: string;
}

/** The same with its sum and its worth. Amounts have at least 8 places, and as many as the exchange gave up to 18. */
export interface ShownBalance extends Held {
  readonly total: string;
  /** In US dollars, rounded down to 8 places; null where the currency has no rate. */
  readonly usd_value: string | null;
}

/** Places of every amount that is shown. */
const PLACES = 8;

/** One balance with its sum and its worth; undefined where the exchange sent something that is not a decimal. */
export function shownBalance(held: Held, usdRate: number | undefined): ShownBalance | undefined {
  const [free, used] = [parseFine(held.free, "down"), parseFine(held.used, "down")];
  if (free === undefined || used === undefined) return undefined;
  const rate = usdRate === undefined ? undefined : fineOfNumber(usdRate);
  return {
    currency: held.currency,
    free: formatPadded(free),
    used: formatPadded(used),
    total: formatPadded(free + used),
    usd_value: rate === undefined ? null : toPlaces(fineProduct(free + used, rate, "down")),
  };
}

/** The sum of what has a worth, with 8 places. */
export function totalWorth(balances: readonly ShownBalance[]): string {
  return toPlaces(balances.reduce((sum, { usd_value: worth }) => sum + (parseFine(worth ?? "0") ?? 0n), 0n));
}

/** Units of 1e-18 with exactly 8 places, rounded towards minus infinity. */
function toPlaces(units: bigint): string {
  const unit = 10n ** BigInt(18 - PLACES);
  const rest = ((units % unit) + unit) % unit;
  return formatPadded(units - rest);
}
