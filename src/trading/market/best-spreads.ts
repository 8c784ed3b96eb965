import type { Static } from "typebox";
import { comparedAs, lowestSpreads } from "./core/lowest-spreads.ts";
import { priceSource } from "./core/price-source.ts";
import { spreadOf } from "./market-decimals.ts";
import type { spread } from "./records.ts";
import type { MarketView } from "./view.ts";

/** The combinations of two markets of the same pair with the lowest ratio of the first one's ask to the second one's bid. */
export function bestSpreads(market: MarketView, limit: number): Static<typeof spread>[] {
  const exchanges = market.exchanges();
  const simulated = new Set(exchanges.flatMap(({ code, kind }) => (kind === "simulated" ? [code] : [])));
  const sources = new Map(exchanges.map((each) => [each.code, priceSource(each)]));
  const quotes = market.listings().map((listing) => {
    const top = market.top(listing);
    const { state, bidPrice, askPrice } = top;
    const pair = comparedAs(listing.market, simulated.has(listing.exchange));
    const source = sources.get(listing.exchange);
    return { listing, top, pair, state, bidPrice, askPrice, ...(source && { source }) };
  });
  return lowestSpreads(quotes, limit).map(({ asking, bidding }) =>
    spreadOf(asking.listing, asking.top, bidding.listing, bidding.top),
  );
}
