/** A market by the names that people give it, listed now or only recorded. */
import type { Market } from "../exchanges/index.ts";
import type { Tape } from "../tape/index.ts";
import type { MarketView } from "./view.ts";

export interface FoundMarket {
  readonly code: string;
  /** For people: the exchange's name, which says whether it is simulated, and the symbol. */
  readonly label: string;
  /** Undefined when it is only recorded. */
  readonly market?: Market;
}

/** Undefined when it is neither listed, nor anything is recorded of it. */
export async function findRecorded(
  { market, tape }: { readonly market: MarketView; readonly tape: Tape },
  wanted: { readonly exchange: string; readonly symbol: string; readonly type: string },
): Promise<FoundMarket | undefined> {
  const exchange = wanted.exchange.toLowerCase();
  const symbol = wanted.symbol.toUpperCase();
  const type = wanted.type.toLowerCase();
  const name = market.exchange(exchange)?.name ?? exchange;
  const label = `${name} ${symbol}`;
  const listings = market.listings().filter((each) => each.exchange === exchange && each.market.type === type);
  const found =
    listings.find((each) => each.market.symbol.toUpperCase() === symbol) ??
    // Contracts of one pair have many ends, also past ones: of those that were listed last, the first.
    listings
      .filter(({ market: { base, quote } }) => `${base}/${quote}` === symbol)
      .toSorted((one, other) => other.lastSeenMs - one.lastSeenMs || (one.code < other.code ? -1 : 1))[0];
  if (found) return { code: found.code, label: `${name} ${found.market.symbol}`, market: found.market };
  if (type !== "spot") return undefined;
  const code = `${exchange}-${symbol.replaceAll(/[^A-Z0-9]/g, "").toLowerCase()}`;
  const known = await tape.availability();
  return known.some((each) => each.code === code) ? { code, label } : undefined;
}
