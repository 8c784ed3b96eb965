/** The markets that an article concerns: those whose base currency it names. */
import type { MarketRow } from "../../../live/market-rows.ts";

/** A keyword of the watchlist. */
interface Watched {
  /** The ways in which it is written, with commas between. */
  readonly keywords: string;
  /** Null for what is not a coin. */
  readonly currency: string | null;
}

/** Of several markets of a coin, one with such a quote is shown. */
const QUOTES = ["USDT", "USD", "USDC", "EUR"];

/**
 * One market for each coin that an article names, in the order in which it names them. Coins that are not traded are left out.
 *
 * @param keywords of the article, with commas between
 */
export function chartMarkets(
  keywords: string,
  watchlist: readonly Watched[],
  markets: readonly MarketRow[],
): readonly MarketRow[] {
  const named = new Set(keywords.split(","));
  const currencies = watchlist
    .filter(({ keywords: words }) => words.split(", ").some((word) => named.has(word)))
    .map(({ currency }) => currency);
  return currencies.flatMap((currency) => {
    const found = markets.filter(({ base }) => base === currency);
    const usual = QUOTES.map((quote) => found.find((market) => market.quote === quote)).find(Boolean);
    return usual ?? found.slice(0, 1);
  });
}

/** The page of a market, with candles around a moment and the news of the days before it. */
export function chartAddress(code: string, seconds: number): string {
  return `/console/trading/markets/${encodeURIComponent(code)}?at=${seconds}`;
}
