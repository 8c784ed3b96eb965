/**
 * Tells other processes what this one hears of an exchange, by the bus: what has changed in batches, each listing at most
 * once in a batch; everything when somebody asks for it, who came late or has missed something; and everything from time
 * to time, since whoever asks may not be heard.
 */
import type { Bus } from "../../../kit/bus/bus.ts";
import type { DatabaseClock } from "../../../kit/sql/database-clock.ts";
import type { Clock } from "../../../kit/time/clock.ts";
import type { Trade } from "../../exchanges/index.ts";
import { DirtySet } from "../core/dirty-set.ts";
import { shiftView } from "../core/shared-time.ts";
import { writeHeading } from "../core/succession.ts";
import { MAX_TEXT, writeTop, writeTrade } from "../core/top-lines.ts";
import type { MarketState } from "../market-state.ts";
import type { Listing } from "../view.ts";
import type { Hold } from "./owned-feed.ts";
import { exchangeTopic, helloTopic, topsTopic, tradesTopic } from "./topics.ts";

export interface PublishDeps {
  readonly state: MarketState;
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
/** All listings are sent within so many refreshes. */
const REFRESHES = 8;
/** Trades that wait for the next batch; older ones are left out. */
const MAX_WAITING_TRADES = 2_000;

/** Publishes what is known of an exchange while its lease is held. */
export function publishMarket(exchange: string, { state, bus, clock, databaseClock, host, hold }: PublishDeps): void {
  const { fence, signal } = hold;
  const dirty = new DirtySet();
  let trades: string[] = [];
  let refreshed = 0;
  let number = 0;
  const send = (topic: string, text: string): void | Promise<void> => {
    // Its lease may be another one's already: not a word more.
    if (hold.isHeld()) return bus.publish(topic, writeHeading({ fence, number: ++number }) + text);
  };
  const tellExchange = (): void | Promise<void> => {
    const view = state.exchange(exchange);
    if (view) return send(exchangeTopic(exchange), JSON.stringify({ ...shiftView(view, databaseClock.aheadMs), host }));
  };
  const addAll = (part: number, parts: number): void => {
    for (const listing of state.table.of(exchange)) {
      if (listing.index % parts === part && state.top(listing).state !== "none") dirty.add(listing.index);
    }
  };
  const stops = [
    state.onTop((listing) => {
      if (listing.exchange === exchange) dirty.add(listing.index);
    }),
    state.onTrade((listing: Listing, trade: Trade) => {
      if (listing.exchange !== exchange) return;
      trades.push(writeTrade(listing.market.id, trade));
      if (trades.length > MAX_WAITING_TRADES) trades = trades.slice(-MAX_WAITING_TRADES / 2);
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
      // Waited for: while the bus is slow, changes of one listing become one.
      await inTexts(
        () => (dirty.length > 0 ? line(dirty.take()) : undefined),
        (text) => send(topsTopic(exchange), text),
      );
      const waiting = trades.values();
      trades = [];
      await inTexts(
        () => waiting.next().value,
        (text) => send(tradesTopic(exchange), text),
      );
    },
    signal,
  );
  clock.every(
    REFRESH_EVERY_MS,
    async () => {
      addAll(refreshed++ % REFRESHES, REFRESHES);
      await tellExchange();
    },
    signal,
  );
}

/** Sends lines in texts that the bus can carry. Only those that are there at the beginning of a text are waited for. */
async function inTexts(next: () => string | undefined, send: (text: string) => void | Promise<void>): Promise<void> {
  let text = "";
  for (let line = next(); line !== undefined; line = next()) {
    text += line;
    if (text.length < MAX_TEXT) continue;
    await send(text);
    text = "";
  }
  if (text !== "") await send(text);
}
