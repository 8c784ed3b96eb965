/** Markets and exchanges as answers show them. */
import type { Static } from "typebox";
import { placesOf } from "./core/places.ts";
import { rate, type Rating } from "./core/rating.ts";
import type { symbolRecord } from "./records.ts";
import type { ExchangeView, Listing, MarketView } from "./view.ts";

export function showSymbol({ market }: Listing): Static<typeof symbolRecord> {
  const { id, symbol, quote, base, minAmount, tickSize, stepSize, minNotional, makerFee, takerFee } = market;
  return {
    id,
    symbol,
    quote,
    base,
    min: Number(minAmount),
    pp: placesOf(tickSize),
    pa: placesOf(stepSize),
    tick_size: tickSize,
    step_size: stepSize,
    min_notional: minNotional,
    maker_fee: makerFee,
    taker_fee: takerFee,
  };
}

/** Listings that their exchange trades now: those of its last reading that are active. */
export function tradedListings(market: MarketView): readonly Listing[] {
  return presentListings(market).filter((each) => each.market.isActive);
}

/** Those of its last reading, also where it has stopped trading for a while. */
export function presentListings(market: MarketView): readonly Listing[] {
  const last = new Map<string, number>();
  for (const { exchange, lastSeenMs } of market.listings()) {
    if (lastSeenMs > (last.get(exchange) ?? 0)) last.set(exchange, lastSeenMs);
  }
  return market.listings().filter((each) => each.lastSeenMs === last.get(each.exchange));
}

/** In words: `running`, or what is wrong; that it is simulated, where it is. */
export function statusOf({ health, kind }: ExchangeView): string {
  const state = health.state === "ok" ? "running" : health.state;
  return kind === "live" ? state : `${state} (${kind})`;
}

/** Whether what things are worth comes from simulated exchanges, there being no others. */
export function rateSource(market: Pick<MarketView, "exchanges">): "simulated" | "market" {
  const exchanges = market.exchanges();
  return exchanges.length > 0 && exchanges.every(({ kind }) => kind === "simulated") ? "simulated" : "market";
}

/** @param listings the traded ones of all exchanges */
export function ratingOf(market: MarketView, exchange: ExchangeView, listings: readonly Listing[]): Rating {
  const tops = listings.filter((each) => each.exchange === exchange.code).map((each) => market.top(each));
  const followed = tops.filter(({ state }) => state !== "none");
  const relativeSpreads = followed
    .filter(({ state, askPrice, bidPrice }) => state === "live" && askPrice > 0 && bidPrice > 0)
    .map(({ askPrice, bidPrice }) => (askPrice - bidPrice) / askPrice);
  const { uptime, latencyMs } = exchange;
  return rate({ uptime, latencyMs, relativeSpreads, followed: followed.length });
}
