/** Money of trades as answers show it. */
import { formatAmount } from "../../kit/money/amount.ts";
import { floorDivide, parseFine } from "../../kit/money/fine.ts";

const TO_EIGHT_PLACES = 10n ** 10n;

/** A decimal of the database in units of 1e-18. */
export function fine(decimal: string): bigint {
  return parseFine(decimal, "down") ?? 0n;
}

/** Units of 1e-18 with the 8 places of records. */
export function money(units: bigint): string {
  return formatAmount(floorDivide(units, TO_EIGHT_PLACES));
}

/** The rest of a result after fees and charges. */
export function netOf(sums: {
  readonly realized: string;
  readonly fees: string;
  readonly commissions: string;
}): bigint {
  return fine(sums.realized) - fine(sums.fees) - fine(sums.commissions);
}
