/** The past values of currencies in US dollars: by candles of one minute. */
import { HOUR_MS, MINUTE_MS } from "../../kit/time/spans.ts";
import type { CandleHistory, CandleSource } from "../indicators/index.ts";
import { quoteClass, rateText, type MarketView } from "../market/index.ts";
import { findExchange } from "../exchanges/index.ts";
import type { RateAsk } from "./store.ts";

/** Currencies of dollars in which a market is looked for. */
const DOLLARS: ReadonlySet<string> = new Set(["USDT", "USDC", "USD"]);
/** A close stands for the minutes after it in which nothing was traded, for so long. */
const LONGEST_QUIET_MS = HOUR_MS;

export interface PastRates {
  /** Undefined where no market that is connected can tell. Asks an exchange where the tape does not know. */
  find(ask: RateAsk): Promise<string | undefined>;
}

/**
 * The last close at or before the minute, at most an hour old. A market with a close in that minute itself decides, those of
 * the exchange first; else the one with the latest close. A token that promises a dollar counts as one. Made-up markets give
 * rates only for made-up money.
 */
export function pastRates(market: Pick<MarketView, "listings" | "listing">, candles: CandleSource): PastRates {
  return {
    async find({ currency, exchange, isReal, atMs }) {
      if (quoteClass(currency) === "USD") return "1";
      const startMs = Math.floor(atMs / MINUTE_MS) * MINUTE_MS;
      let latest: { readonly ms: number; readonly rate: number } | undefined;
      for (const { code, isInverse } of marketsOf(market, { currency, exchange, isReal })) {
        const history = await candles.candles(code, "1m", startMs - LONGEST_QUIET_MS, startMs + MINUTE_MS);
        const found = lastClose(history, startMs);
        if (found === undefined || (latest && found.ms <= latest.ms)) continue;
        latest = { ms: found.ms, rate: isInverse ? 1 / found.close : found.close };
        if (found.ms === startMs) break;
      }
      return latest && rateText(latest.rate);
    },
  };
}

/** Undefined where something may have been traded after it: a time between it and the end of the minute is not known. */
function lastClose({ ms, close, gaps }: CandleHistory, startMs: number): { ms: number; close: number } | undefined {
  for (let row = ms.length - 1; row >= 0; row--) {
    const [at = 0, price = 0] = [ms[row], close[row]];
    if (!(price > 0) || !Number.isFinite(price)) continue;
    const isUnsure = gaps.some(({ fromMs, toMs }) => toMs > at + MINUTE_MS && fromMs < startMs + MINUTE_MS);
    return isUnsure ? undefined : { ms: at, close: price };
  }
  return undefined;
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
