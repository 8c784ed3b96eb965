/** The subscribers of each market stream, and what is sent on each, when. */
import type { FaultState } from "./faults.ts";
import { INTERVALS } from "./intervals.ts";
import { bookView } from "./market-views.ts";
import type { SeededMarket } from "./seeded-markets.ts";
import { createDepthChanges } from "./depth-changes.ts";
import {
  aggregateEvent,
  bookTickerEvent,
  klineEvent,
  miniTickerEvent,
  tickerEvent,
  tradeEvent,
} from "./stream-events.ts";
import type { News, Venue } from "./venue.ts";

/** One connection, as the hub sees it. */
export interface Subscriber {
  /** @param text the event as JSON. */
  take(stream: string, text: string): void;
}

export interface StreamHub {
  subscribe(subscriber: Subscriber, streams: readonly string[]): void;
  unsubscribe(subscriber: Subscriber, streams: readonly string[]): void;
  /** Sends the changes of books that were gathered; what comes once a second, on every tenth call. */
  flush(): void;
  close(): void;
}

const SLOW_EVERY = 10;

export function createStreamHub(venue: Venue, faults: FaultState): StreamHub {
  const streams = new Map<string, Set<Subscriber>>();
  const fast = createDepthChanges();
  const slow = createDepthChanges();
  const bestSent = new Map<string, string>();
  const candleSent = new Map<string, number>();
  let flushes = 0;

  function publish(stream: string, make: () => object): void {
    const subscribers = streams.get(stream);
    if (!subscribers) return;
    const text = JSON.stringify(make());
    for (const subscriber of subscribers) subscriber.take(stream, text);
  }

  function marketOf(stream: string): SeededMarket | undefined {
    return venue.markets.get(stream.slice(0, stream.indexOf("@")).toUpperCase());
  }

  function takeNews({ events, aggregates, atMs }: News): void {
    const touched = new Set<string>();
    for (const event of events) {
      if (event.kind === "trade") publish(`${event.marketId}@trade`, () => tradeEvent(event, atMs));
      if (event.kind !== "level") continue;
      fast.add(event);
      slow.add(event);
      touched.add(event.marketId);
    }
    for (const { marketId, trade } of aggregates) {
      publish(`${marketId}@aggTrade`, () => aggregateEvent(marketId, trade, atMs));
    }
    for (const marketId of touched) publishBest(marketId);
  }

  function publishBest(marketId: string): void {
    const stream = `${marketId}@bookTicker`;
    const market = venue.markets.get(marketId.toUpperCase());
    if (!market || !streams.has(stream)) return;
    const event = bookTickerEvent(venue, market);
    const { u: _, ...prices } = event as { u: number };
    const text = JSON.stringify(prices);
    if (bestSent.get(marketId) === text) return;
    bestSent.set(marketId, text);
    publish(stream, () => event);
  }

  function publishDepth(isFast: boolean): void {
    const suffix = isFast ? "@100ms" : "";
    for (const { marketId, event } of (isFast ? fast : slow).take(venue.nowMs())) {
      const isGap = isFast && streams.has(`${marketId}@depth@100ms`) && faults.swallows(marketId.toUpperCase());
      if (!isGap) publish(`${marketId}@depth${suffix}`, () => event);
      const market = venue.markets.get(marketId.toUpperCase());
      if (!market) continue;
      for (const levels of [5, 10, 20]) {
        publish(`${marketId}@depth${levels}${suffix}`, () => bookView(venue, market, levels));
      }
    }
  }

  function publishCandles(stream: string, interval: string): void {
    const market = marketOf(stream);
    const intervalMs = INTERVALS[interval];
    if (!market || intervalMs === undefined) return;
    const atMs = venue.nowMs();
    const fromMs = candleSent.get(stream) ?? atMs - (atMs % intervalMs);
    for (const candle of venue.tape(market.id).candles(intervalMs, { fromMs, toMs: atMs })) {
      publish(stream, () => klineEvent(market, candle, { interval, intervalMs, atMs }));
      candleSent.set(stream, candle.startMs + (candle.startMs + intervalMs <= atMs ? intervalMs : 0));
    }
  }

  function publishEverySecond(): void {
    const atMs = venue.nowMs();
    const markets = [...venue.markets.values()];
    publish("!miniTicker@arr", () => markets.map((market) => miniTickerEvent(venue, market, atMs)));
    publish("!ticker@arr", () => markets.map((market) => tickerEvent(venue, market, atMs)));
    for (const stream of streams.keys()) {
      const kind = stream.slice(stream.indexOf("@") + 1);
      const market = marketOf(stream);
      if (!market) continue;
      if (kind === "ticker") publish(stream, () => tickerEvent(venue, market, atMs));
      if (kind === "miniTicker") publish(stream, () => miniTickerEvent(venue, market, atMs));
      if (kind.startsWith("kline_")) publishCandles(stream, kind.slice("kline_".length));
    }
  }

  const stopListening = venue.listen(takeNews);
  return {
    subscribe(subscriber, wanted) {
      for (const stream of wanted) {
        const subscribers = streams.get(stream) ?? new Set();
        streams.set(stream, subscribers.add(subscriber));
      }
    },
    unsubscribe(subscriber, unwanted) {
      for (const stream of unwanted) {
        const subscribers = streams.get(stream);
        subscribers?.delete(subscriber);
        if (subscribers?.size === 0) {
          streams.delete(stream);
          bestSent.delete(stream.slice(0, stream.indexOf("@")));
          candleSent.delete(stream);
        }
      }
    },
    flush() {
      publishDepth(true);
      if (++flushes % SLOW_EVERY !== 0) return;
      publishDepth(false);
      publishEverySecond();
    },
    close() {
      stopListening();
      streams.clear();
    },
  };
}
