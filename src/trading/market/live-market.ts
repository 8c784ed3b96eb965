/**
 * The market of a process that may be connected to exchanges. For each exchange it keeps the books itself. Where
 * several processes share a database and another one holds the exchange's lease, it follows that one over the bus.
 */
import { setMaxListeners } from "node:events";
import type { Bus } from "../../kit/bus/bus.ts";
import type { Log } from "../../kit/log/log.ts";
import { LeaseHolder } from "../../kit/sql/hold-lease.ts";
import { SAME_CLOCK, type DatabaseClock } from "../../kit/sql/database-clock.ts";
import type { Clock } from "../../kit/time/clock.ts";
import { DAY_MS } from "../../kit/time/spans.ts";
import type { Exchange } from "../exchanges/index.ts";
import { readMarketChoice } from "./core/choose-markets.ts";
import { ExchangeFeed } from "./feed/exchange-feed.ts";
import { LifeRecorder } from "./feed/life-recorder.ts";
import { MirrorFeed } from "./feed/mirror-feed.ts";
import { ownedFeed, type Hold, type Ownership } from "./feed/owned-feed.ts";
import { publishMarket } from "./feed/publish-market.ts";
import type { ExchangeHosts } from "./exchange-hosts.ts";
import type { ListingChange } from "./listing-table.ts";
import { MarketState } from "./market-state.ts";
import type { ListingStore, OpportunityLifeStore } from "./store.ts";
import { TradeFlow } from "./trade-flow.ts";
import type { MarketView } from "./view.ts";

export interface LiveMarketOptions {
  readonly exchanges: readonly Exchange[];
  readonly clock: Clock;
  readonly log: Log;
  /** Which pairs are followed: `all`, `top:200` or `BTC/USDT,ETH/BTC`. */
  readonly pairs: string;
  /** Ticks of a book that are kept for quick access, on each side. */
  readonly windowTicks?: number;
  /** Levels of a book that are kept on each side. */
  readonly maxLevels?: number;
  /** How often an exchange is asked what it trades, in milliseconds; by default once a day. */
  readonly readEveryMs?: number;
  /** Where listings are remembered. */
  readonly listings?: ListingStore;
  readonly lives?: Pick<OpportunityLifeStore, "recordLives">;
  /** For several processes: which one is connected, and how the others get its reports. Needs `listings`. */
  readonly shared?: {
    readonly bus: Bus;
    readonly ownership: Ownership;
    /** The clock of times sent to other machines; by default our own. */
    readonly databaseClock?: DatabaseClock;
    /** Where clients reach this process, for clients of others; empty where they need not know. */
    readonly host?: string;
  };
  /** Hears of pairs that came and went since the exchange was read before. */
  readonly onListingChange?: (change: ListingChange) => void;
}

export interface RunningMarket {
  readonly view: MarketView;
  /**
   * Begins to follow everything, in the background: an exchange that cannot be reached holds up nothing. Resolves when
   * the stored listings are there, so that early requests do not find them missing.
   */
  start(): Promise<void>;
  /** Whether this process is connected to an exchange itself. */
  owns(exchange: string): boolean;
  /** Since when it is, without a break, in milliseconds; undefined while it is not. */
  connectedSince(exchange: string): number | undefined;
  /** Where those are reached that are connected in this process's place. */
  readonly hosts: Pick<ExchangeHosts, "of" | "onChange">;
  /** Whether the trades of listings come without a break, of those exchanges that this process is connected to. */
  readonly tradeFlow: Pick<TradeFlow, "on">;
  /** Ends all connections, releases leases, and resolves when nothing runs any more. */
  stop(): Promise<void>;
}

/** An exchange that this process is connected to itself. */
interface Connection {
  readonly hold: Pick<Hold, "signal" | "isHeld">;
  readonly sinceMs: number;
}

/** Exchanges are connected one after the other, to avoid a burst at start. */
const STAGGER_MS = 250;
const SWEEP_EVERY_MS = 1_000;
const FLUSH_EVERY_MS = 5_000;

const DEFAULT_WINDOW_TICKS = 256;
const DEFAULT_MAX_LEVELS = 1_000;

/** Makes the market of a process. Nothing happens before `start`. */
export function liveMarket(options: LiveMarketOptions): RunningMarket {
  const { exchanges, clock, log, lives, shared, listings } = options;
  const { windowTicks = DEFAULT_WINDOW_TICKS, maxLevels = DEFAULT_MAX_LEVELS } = options;
  const owned = new Map<string, Connection>();
  const connectedSince = (exchange: string): number | undefined => {
    const connection = owned.get(exchange);
    return connection?.hold.isHeld() === true ? connection.sinceMs : undefined;
  };
  const recorder = lives && new LifeRecorder(lives, log);
  const state = new MarketState({
    clock,
    log,
    ladder: { windowTicks, maxLevels },
    onOpportunityClosed: ({ buy, sell, openedMs }, bestNetPercent, closedMs) => {
      // All processes see it; the one that is connected where is bought writes it down.
      if (connectedSince(buy.exchange) === undefined) return;
      const { base } = buy.market;
      recorder?.add({ buy: buy.code, sell: sell.code, base, openedMs, closedMs, bestNetPercent });
    },
  });
  const tradeFlow = new TradeFlow(state.lastTrades);
  const deps = { ...feedDeps(options), state, choice: readMarketChoice(options.pairs), tradeFlow };
  const stopping = new AbortController();
  const { signal } = stopping;
  // One for each exchange, and more: many listeners are not a leak.
  setMaxListeners(0, signal);
  const running: Promise<void>[] = [];
  const leases = shared && new LeaseHolder({ ...shared.ownership, clock, log });

  async function follow(exchange: Exchange, place: number, restored: Promise<void> | undefined): Promise<void> {
    await restored;
    await clock.sleep(place * STAGGER_MS, signal).catch(() => undefined);
    if (signal.aborted) return;
    const feed = new ExchangeFeed(exchange, deps);
    if (!shared || !leases || !listings) return own(exchange, feed, { signal, isHeld: () => !signal.aborted });
    const { bus, host = "", databaseClock = SAME_CLOCK } = shared;
    const { owner } = shared.ownership;
    const common = { state, tradeFlow, bus, clock, databaseClock };
    const mirror = new MirrorFeed(exchange, { ...common, store: listings, log, owner });
    await ownedFeed(
      `market.feed.${exchange.code}`,
      {
        own(hold) {
          mirror.noteOwn(hold.fence);
          publishMarket(exchange.code, { ...common, host, hold });
          return own(exchange, feed, hold);
        },
        follow: (until) => mirror.run(until),
      },
      { leases, clock, log },
      signal,
    );
  }

  async function own(exchange: Exchange, feed: ExchangeFeed, hold: Connection["hold"]): Promise<void> {
    owned.set(exchange.code, { hold, sinceMs: state.nowMs() });
    try {
      await feed.run(hold);
    } finally {
      owned.delete(exchange.code);
    }
  }

  return {
    view: state,
    owns: (exchange) => connectedSince(exchange) !== undefined,
    connectedSince,
    hosts: state.hosts,
    tradeFlow,
    async start() {
      clock.every(SWEEP_EVERY_MS, () => state.sweep(), signal);
      if (recorder) clock.every(FLUSH_EVERY_MS, () => recorder.flush(), signal);
      for (const exchange of exchanges) state.addExchange(exchange, exchange.health());
      const restored = exchanges.map(({ code }) => restore(code, state, options));
      for (const [place, exchange] of exchanges.entries()) running.push(follow(exchange, place, restored[place]));
      await Promise.all(restored);
    },
    async stop() {
      stopping.abort();
      await Promise.all(running);
      await recorder?.flush();
      state.close();
    },
  };
}

function feedDeps({ clock, log, readEveryMs = DAY_MS, listings, onListingChange }: LiveMarketOptions) {
  return { clock, log, readEveryMs, ...(listings && { store: listings }), ...(onListingChange && { onListingChange }) };
}

/** Listings that were known before are there at once, reachable exchange or not. */
async function restore(code: string, state: MarketState, { listings, log }: LiveMarketOptions): Promise<void> {
  try {
    if (listings) state.restoreListings(code, await listings.readListings(code));
  } catch (error) {
    log.warn({ exchange: code, err: error }, "the listings of an exchange could not be read");
  }
}
