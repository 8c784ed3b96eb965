/** An opportunity as the arbitrage feed tells of it. */
import type { Opportunity } from "../../market/index.ts";

/**
 * Combination, spread in the first market's quote currency, the same in bitcoin, what one unit brings and costs in
 * bitcoin, and what it brings and costs in the markets' own currencies. The combination's first market asks, its second
 * bids.
 */
export type OpportunityRow = readonly [
  code: string,
  spread: number,
  difference: number,
  btcOpt1: number,
  btcOpt2: number,
  currentOpt1: number,
  currentOpt2: number,
];

export interface OpportunityPrices {
  /** What the buyer bids, in the quote currency of `sell`. */
  readonly bid: number;
  /** What the seller asks, in the quote currency of `buy`. */
  readonly ask: number;
  /** What one unit of a currency is worth in US dollars. */
  readonly usdRate: (currency: string) => number | undefined;
}

/** Returns beyond these, in percent, are bad data: clients have always left them out. */
const [LOWEST_PERCENT, HIGHEST_PERCENT] = [-20, 10];

/** Undefined where a currency has no rate, or the return is beyond belief. */
export function opportunityRow({ buy, sell }: Opportunity, prices: OpportunityPrices): OpportunityRow | undefined {
  const { bid, ask, usdRate } = prices;
  const bitcoin = usdRate("BTC");
  const [bought, sold] = [usdRate(buy.market.quote), usdRate(sell.market.quote)];
  if (bitcoin === undefined || bought === undefined || sold === undefined || ask <= 0 || bid <= 0) return undefined;
  const [brings, costs] = [(bid * sold) / bitcoin, (ask * bought) / bitcoin];
  const percent = ((brings - costs) / costs) * 100;
  if (percent < LOWEST_PERCENT || percent > HIGHEST_PERCENT) return undefined;
  const difference = brings - costs;
  const spread = buy.market.quote === sell.market.quote ? bid - ask : (difference * bitcoin) / bought;
  return [`${buy.code}+${sell.code}`, spread, difference, brings, costs, bid, ask];
}
