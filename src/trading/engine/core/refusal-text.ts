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
