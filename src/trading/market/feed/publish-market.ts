/**
 * Sends this process's reports of an exchange to other processes over the bus. Changes go in batches, each listing at
 * most once in a batch. Everything is sent on request, for processes that came late or missed something, and also from
 * time to time, since a request may get lost.
 */
import type { Bus } from "../../../kit/bus/bus.ts";
import type { DatabaseClock } from "../../../kit/sql/database-clock.ts";
import type { Clock } from "../../../kit/time/clock.ts";
import type { Trade } from "../../exchanges/index.ts";
import { DirtySet } from "../core/dirty-set.ts";
import { shiftView } from "../core/shared-time.ts";
import { writeHeading } from "../core/succession.ts";
import { MAX_TEXT, writeTop } from "../core/top-lines.ts";
import type { MarketState } from "../market-state.ts";
import type { TradeFlow } from "../trade-flow.ts";
import type { Listing } from "../view.ts";
import { sendInTexts } from "./send-in-texts.ts";
import type { Hold } from "./owned-feed.ts";
import { BookPublisher } from "./publish-books.ts";
import { exchangeTopic, helloTopic, topsTopic, tradesTopic } from "./topics.ts";
import { WaitingTrades } from "./waiting-trades.ts";

export interface PublishDeps {
  readonly state: MarketState;
  readonly tradeFlow: TradeFlow;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly databaseClock: DatabaseClock;
  /** Where clients reach this process; empty where they need not know. */
  readonly host: string;
  /** The lease of the exchange. */
  readonly hold: Hold;
}

const BATCH_EVERY_MS = 50;
const REFRESH_EVERY_MS = 1_000;
/** All listings are sent within this many refreshes. */
const REFRESHES = 8;

/** Publishes what is known of an exchange while its lease is held. */
export function publishMarket(
  exchange: string,
  { state, tradeFlow, bus, clock, databaseClock, host, hold }: PublishDeps,
): void {
  const { fence, signal } = hold;
  const dirty = new DirtySet();
  const books = new BookPublisher(exchange, { state, bus, hold });
  const trades = new WaitingTrades(() => state.nowMs(), databaseClock);
  let refreshed = 0;
  let number = 0;
  const send = (topic: string, text: string): void | Promise<void> => {
    // Its lease may be another one's already: not a word more.
    if (hold.isHeld()) return bus.publish(topic, writeHeading({ fence, number: ++number }) + text);
  };
  const tellExchange = (): void | Promise<void> => {
    const view = state.exchange(exchange);
    if (!view) return;
    // Not shifted: it is compared with what is stored.
    const listedMs = state.table.readMs(exchange);
    const told = { ...shiftView(view, databaseClock.aheadMs), host, listedMs };
    return send(exchangeTopic(exchange), JSON.stringify(told));
  };
  const addAll = (part: number, parts: number): void => {
    for (const listing of state.table.of(exchange)) {
      if (listing.index % parts === part && state.top(listing).state !== "none") dirty.add(listing.index);
    }
  };
  const stops = [
    state.onTop((listing) => {
      if (listing.exchange !== exchange) return;
      dirty.add(listing.index);
      books.noteTop(listing.index);
    }),
    books.start(),
    state.onTrade((listing: Listing, trade: Trade) => {
      if (listing.exchange === exchange) trades.add(listing.market.id, trade);
    }),
    tradeFlow.on((listing, brokenSinceMs) => {
      if (listing.exchange === exchange && brokenSinceMs !== undefined)
        trades.addBreak(listing.market.id, brokenSinceMs);
    }),
    bus.subscribe(helloTopic(exchange), () => {
      addAll(0, 1);
      void tellExchange();
    }),
  ];
  const stop = (): void => {
    for (const each of stops) each();
  };
  signal.addEventListener("abort", stop, { once: true });

  const line = (index: number): string => {
    const listing = state.table.all[index];
    return listing ? writeTop(listing.market.id, state.top(listing), databaseClock.aheadMs) : "";
  };
  clock.every(
    BATCH_EVERY_MS,
    async () => {
      await books.tell();
      // Waited for: while the bus is slow, changes of one listing become one.
      await sendInTexts(
        () => (dirty.length > 0 ? line(dirty.take()) : undefined),
        (text) => send(topsTopic(exchange), text),
        MAX_TEXT,
      );
      const waiting = trades.take().values();
      await sendInTexts(
        () => waiting.next().value,
        (text) => send(tradesTopic(exchange), text),
        MAX_TEXT,
      );
    },
    signal,
  );
  clock.every(
    REFRESH_EVERY_MS,
    async () => {
      books.refresh(refreshed);
      addAll(refreshed++ % REFRESHES, REFRESHES);
      await tellExchange();
    },
    signal,
  );
}
