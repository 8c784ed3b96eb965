/** The market of a process that is connected to no exchange: other processes' reports on the bus. */
import { setMaxListeners } from "node:events";
import type { Bus } from "../../kit/bus/bus.ts";
import type { Log } from "../../kit/log/log.ts";
import { SAME_CLOCK, type DatabaseClock } from "../../kit/sql/database-clock.ts";
import type { Clock } from "../../kit/time/clock.ts";
import { MirrorFeed } from "./feed/mirror-feed.ts";
import type { RunningMarket } from "./live-market.ts";
import type { ExchangeFacts } from "./exchange-table.ts";
import { MarketState } from "./market-state.ts";
import { TradeFlow } from "./trade-flow.ts";
import type { ListingStore } from "./store.ts";

export interface MarketMirrorOptions {
  readonly exchanges: readonly ExchangeFacts[];
  readonly listings: Pick<ListingStore, "readListings">;
  readonly bus: Bus;
  /** Names this run of this process. */
  readonly owner: string;
  readonly clock: Clock;
  /** The clock of times sent to other machines; by default our own. */
  readonly databaseClock?: DatabaseClock;
  readonly log: Log;
}

const SWEEP_EVERY_MS = 1_000;

/** Makes a market that follows others. Nothing happens before `start`. */
export function marketMirror(options: MarketMirrorOptions): RunningMarket {
  const { exchanges, listings, bus, owner, clock, databaseClock = SAME_CLOCK, log } = options;
  const state = new MarketState({ clock, log });
  const tradeFlow = new TradeFlow(state.lastTrades);
  const stopping = new AbortController();
  // One for each exchange, and more: many listeners are not a leak.
  setMaxListeners(0, stopping.signal);
  const feeds = exchanges.map(
    (facts) => new MirrorFeed(facts, { state, tradeFlow, store: listings, bus, owner, clock, databaseClock, log }),
  );
  const running: Promise<void>[] = [];
  return {
    view: state,
    owns: () => false,
    connectedSince: () => undefined,
    hosts: state.hosts,
    tradeFlow,
    async start() {
      clock.every(SWEEP_EVERY_MS, () => state.sweep(), stopping.signal);
      const listed = feeds.map(
        (feed) => new Promise<void>((resolve) => running.push(feed.run(stopping.signal, resolve))),
      );
      await Promise.all(listed);
    },
    async stop() {
      stopping.abort();
      await Promise.all(running);
      state.close();
    },
  };
}
