/** Which markets articles are measured at, of those that are followed now. */
import { SECOND_MS } from "../../kit/time/spans.ts";
import type { ExchangeKind } from "../exchanges/index.ts";
import type { MarketView } from "../market/index.ts";
import { chooseCodes, type Candidate } from "./core/choose-codes.ts";

/** Volumes change slowly. */
const KNOWN_FOR_MS = 60 * SECOND_MS;
/** Real prices and invented ones are never put together: only exchanges of the first kind that there is count. */
const KINDS: readonly ExchangeKind[] = ["live", "paper", "simulated"];

/** @param watched a number of the largest pairs, or their symbols */
export function watchMarkets(
  market: Pick<MarketView, "exchange" | "listings" | "usdRate">,
  watched: number | readonly string[],
  nowMs: () => number,
): (currencies: readonly string[]) => readonly string[] {
  let known: { readonly candidates: readonly Candidate[]; readonly untilMs: number } | undefined;
  return (currencies) => {
    if (!known || known.untilMs <= nowMs()) {
      known = { candidates: candidatesOf(market), untilMs: nowMs() + KNOWN_FOR_MS };
    }
    return chooseCodes(known.candidates, watched, currencies);
  };
}

function candidatesOf(market: Pick<MarketView, "exchange" | "listings" | "usdRate">): Candidate[] {
  const spot = market.listings().filter(({ market: { type, isActive } }) => type === "spot" && isActive);
  const kindOf = (exchange: string): ExchangeKind | undefined => market.exchange(exchange)?.kind;
  const kind = KINDS.find((each) => spot.some(({ exchange }) => kindOf(exchange) === each));
  return spot
    .filter(({ exchange }) => kindOf(exchange) === kind)
    .map(({ code, market: { id, symbol, base, quote, volume24h = 0 } }) => ({
      code,
      pair: id,
      symbol,
      base,
      volume: volume24h * (market.usdRate(quote) ?? 0),
    }));
}
