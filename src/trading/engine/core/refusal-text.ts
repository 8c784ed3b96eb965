/** What refuses an order, in words; and whether the words of an order's record are such. */
import type { RiskRefusal } from "./risk.ts";

const OF_EVERY_ORDER = {
  clock_drift: "the clocks of the exchange and of the platform are more than 500 ms apart",
  spread: "the best prices of the market are more than 10 percent apart",
} as const;

/** Why an order is refused, for people: after "The order is not sent: ". */
export function refusalText({ kind, scope, limit }: RiskRefusal): string {
  if (kind === "halted") {
    const cause = limit === undefined ? "" : ` by its limit ${limit}`;
    return `new orders of the ${scope} are halted${cause}`;
  }
  if (limit === "clock_drift" || limit === "spread") return OF_EVERY_ORDER[limit];
  return `the limit ${limit} of the ${scope} does not allow it`;
}

const NOT_SENT = "The order was not sent: ";
const REFUSALS = [
  /^new orders of the [a-z]+ are halted( by its limit [a-z_]+)?$/,
  /^the limit [a-z_]+ of the [a-z]+ does not allow it$/,
];

/** As a sentence of the order's record. */
export function refusedWhy(refusal: RiskRefusal): string {
  return `${NOT_SENT}${refusalText(refusal)}`;
}

/** Whether a record was written by `refusedWhy`: nothing is wrong with such an order, or with its exchange. */
export function isRefusal(why: string): boolean {
  if (!why.startsWith(NOT_SENT)) return false;
  const text = why.slice(NOT_SENT.length);
  return REFUSALS.some((each) => each.test(text)) || Object.values<string>(OF_EVERY_ORDER).includes(text);
}
