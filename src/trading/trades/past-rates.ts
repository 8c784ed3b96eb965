/** The past values of currencies in US dollars: by candles of one minute. */
import type { CandleSource } from "../indicators/index.ts";
import { quoteClass, rateText, type MarketView } from "../market/index.ts";
import { findExchange } from "../exchanges/index.ts";
import type { RateAsk } from "./store.ts";

const MINUTE_MS = 60_000;
/** Currencies of dollars in which a market is looked for. */
const DOLLARS: ReadonlySet<string> = new Set(["USDT", "USDC", "USD"]);

export interface PastRates {
  /** Undefined where no market that is connected can tell. Asks an exchange where the tape does not know. */
  find(ask: RateAsk): Promise<string | undefined>;
}

/** A token that promises a dollar counts as one. Made-up markets give rates only for made-up money. */
export function pastRates(market: Pick<MarketView, "listings" | "listing">, candles: CandleSource): PastRates {
  return {
    async find({ currency, exchange, isReal, atMs }) {
      if (quoteClass(currency) === "USD") return "1";
      for (const { code, isInverse } of marketsOf(market, { currency, exchange, isReal })) {
        const startMs = Math.floor(atMs / MINUTE_MS) * MINUTE_MS;
        const found = await candles.candles(code, "1m", startMs, startMs + MINUTE_MS);
        const close = found.close[0];
        if (close === undefined || !(close > 0) || !Number.isFinite(close)) continue;
        return rateText(isInverse ? 1 / close : close);
      }
      return undefined;
    },
  };
}

/** How many markets are asked for one rate. */
const MOST_MARKETS = 4;

/** Markets between a currency and dollars: those of the exchange itself first. */
function marketsOf(
  market: Pick<MarketView, "listings" | "listing">,
  { currency, exchange, isReal }: Omit<RateAsk, "atMs">,
): { readonly code: string; readonly isInverse: boolean }[] {
  const own: { code: string; isInverse: boolean }[] = [];
  const others: { code: string; isInverse: boolean }[] = [];
  for (const listing of market.listings()) {
    const { base, quote, type } = listing.market;
    if (type !== "spot") continue;
    const isDirect = base === currency && DOLLARS.has(quote);
    const isInverse = quote === currency && DOLLARS.has(base);
    if (!isDirect && !isInverse) continue;
    const found = { code: listing.code, isInverse };
    if (listing.exchange === exchange) own.push(found);
    else if (isReal && findExchange(listing.exchange)) others.push(found);
  }
  return [...own, ...others].slice(0, MOST_MARKETS);
}
