import type { Static } from "typebox";
import type { spread } from "./records.ts";
import type { Listing, MarketView, Top } from "./view.ts";

interface Quoted {
  readonly listing: Listing;
  readonly top: Top;
}

/**
 * The combinations of two markets of the same pair with the lowest ratio of the first one's ask to the second one's bid.
 * Only books that are live count, and made-up exchanges are compared with one another only.
 */
export function bestSpreads(market: MarketView, limit: number): Static<typeof spread>[] {
  const pairs = new Map<string, Quoted[]>();
  const kinds = new Map(
    market.exchanges().map(({ code, kind }) => [code, kind === "simulated" ? "simulated" : "real"]),
  );
  for (const listing of market.listings()) {
    const top = market.top(listing);
    if (top.state !== "live" || !(top.bidPrice > 0) || !(top.askPrice > 0)) continue;
    const pair = `${listing.market.symbol} ${listing.market.type} ${kinds.get(listing.exchange)}`;
    const quoted = pairs.get(pair);
    if (quoted) quoted.push({ listing, top });
    else pairs.set(pair, [{ listing, top }]);
  }
  const found: { readonly asking: Quoted; readonly bidding: Quoted; readonly ratio: number }[] = [];
  for (const quoted of pairs.values()) {
    for (const asking of quoted) {
      for (const bidding of quoted) {
        if (asking !== bidding) found.push({ asking, bidding, ratio: asking.top.askPrice / bidding.top.bidPrice });
      }
    }
  }
  return found
    .toSorted((one, other) => one.ratio - other.ratio)
    .slice(0, limit)
    .map(({ asking, bidding, ratio }) => ({
      combination: `${asking.listing.code}+${bidding.listing.code}`,
      price: asking.top.askPrice - bidding.top.bidPrice,
      ratio,
      ask: { price: asking.top.askPrice, qty: asking.top.askQuantity, time: asking.top.askMs },
      bid: { price: bidding.top.bidPrice, qty: bidding.top.bidQuantity, time: bidding.top.bidMs },
    }));
}
