/** An opportunity as the arbitrage feed shows it. */
import type { Opportunity, OpportunityPrices } from "../../market/index.ts";

/**
 * Combination, spread in the first market's quote currency, the same in bitcoin, proceeds and cost of one unit in
 * bitcoin, and proceeds and cost in the markets' own currencies. The combination's first market asks, its second bids.
 * Members in bitcoin are null while a currency has no rate.
 */
export type OpportunityRow = readonly [
  code: string,
  spread: number,
  difference: number | null,
  btcOpt1: number | null,
  btcOpt2: number | null,
  currentOpt1: number,
  currentOpt2: number,
];

/** @param prices as `opportunityPrices` gives them */
export function opportunityRow({ buy, sell }: Opportunity, prices: OpportunityPrices): OpportunityRow {
  const { ask, bid, spread, bitcoin } = prices;
  const { difference = null, brings = null, costs = null } = bitcoin ?? {};
  return [`${buy.code}+${sell.code}`, spread, difference, brings, costs, bid, ask];
}
