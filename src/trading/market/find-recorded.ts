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
  for (const listing of market.listings()) {
    const { market: listed } = listing;
    if (listing.exchange !== exchange || listed.type !== type) continue;
    if (listed.symbol.toUpperCase() === symbol || `${listed.base}/${listed.quote}` === symbol) {
      return { code: listing.code, label, market: listed };
    }
  }
  if (type !== "spot") return undefined;
  const code = `${exchange}-${symbol.replaceAll(/[^A-Z0-9]/g, "").toLowerCase()}`;
  const known = await tape.availability();
  return known.some((each) => each.code === code) ? { code, label } : undefined;
}
