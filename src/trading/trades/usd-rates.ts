/** The values of currencies in US dollars at the time of a trade, as far as this process knows at the moment. */
import { toMillis } from "../../kit/time/instant.ts";
import { rateSource, quoteClass, rateText, type MarketView } from "../market/index.ts";
import type { Clock } from "../../kit/time/clock.ts";
import type { RateAsk, UsdRates } from "./store.ts";

/** The rate of this moment counts for trades of this long ago. Older ones are rated by candles of their time. */
const FRESH_MS = 120_000;

type RateMarket = Pick<MarketView, "exchange" | "exchanges" | "listing" | "top" | "usdRate">;

export function usdRates(market: RateMarket, clock: Pick<Clock, "now">): UsdRates {
  return {
    now: (currency, place) => rateOf(market, currency, place),
    at: ({ currency, atMs, ...place }) => {
      const isFresh = Math.abs(toMillis(clock.now()) - atMs) <= FRESH_MS;
      const live = isFresh ? rateOf(market, currency, place) : undefined;
      return live ?? (quoteClass(currency) === "USD" ? "1" : undefined);
    },
  };
}

/** Money that is made up is not valued by real markets, nor real money by those that are made up. */
function rateOf(market: RateMarket, currency: string, place: Omit<RateAsk, "currency" | "atMs">): string | undefined {
  if (currency === "USD") return "1";
  const isMadeUp = rateSource(market) === "simulated";
  if (place.isReal) return isMadeUp ? undefined : textOf(market.usdRate(currency));
  const kind = market.exchange(place.exchange)?.kind;
  if (kind === "paper" || isMadeUp) return textOf(market.usdRate(currency));
  return quoteClass(currency) === "USD"
    ? "1"
    : textOf(middleOf(market, `${place.exchange}-${currency.toLowerCase()}usdt`));
}

function middleOf(market: RateMarket, code: string): number | undefined {
  const listing = market.listing(code);
  const top = listing && market.top(listing);
  if (!top || top.state !== "live" || !(top.bidPrice > 0) || !(top.askPrice > 0)) return undefined;
  return (top.bidPrice + top.askPrice) / 2;
}

function textOf(rate: number | undefined): string | undefined {
  return rate !== undefined && rate > 0 && Number.isFinite(rate) ? rateText(rate) : undefined;
}
