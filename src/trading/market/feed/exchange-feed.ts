/** Follows one exchange: reads its markets, watches the chosen pairs, and writes its reports into the market. */
import type { Log } from "../../../kit/log/log.ts";
import { doubledMs, type BackOffRules } from "../../../kit/time/back-off.ts";
import type { Clock } from "../../../kit/time/clock.ts";
import type { Exchange, LossReason, Market, MarketSink, Watch } from "../../exchanges/index.ts";
import { chooseMarkets, type MarketChoice } from "../core/choose-markets.ts";
import type { ExchangeRecord } from "../core/exchange-record.ts";
import type { ListingChange } from "../listing-table.ts";
import type { MarketState } from "../market-state.ts";
import type { ListingStore } from "../store.ts";
import type { TradeFlow } from "../trade-flow.ts";
import type { Hold } from "./owned-feed.ts";

export interface FeedDeps {
  readonly state: MarketState;
  readonly tradeFlow: TradeFlow;
  readonly clock: Clock;
  readonly log: Log;
  readonly choice: MarketChoice;
  /** How often it is asked what it trades, and the pairs are chosen without regard to those that are followed. */
  readonly readEveryMs: number;
  /** Without it first sightings are forgotten at the end of the process. */
  readonly store?: Pick<ListingStore, "recordListings">;
  readonly onListingChange?: (change: ListingChange) => void;
}

/** Between tries of what has failed. */
const RETRIES: BackOffRules = { firstMs: 1_000, maxMs: 60_000 };

const PING_EVERY_MS = 30_000;

export class ExchangeFeed {
  readonly #exchange: Exchange;
  readonly #deps: FeedDeps;
  readonly #record: ExchangeRecord;
  readonly #indexes = new Map<string, number>();
  /** Aborted to read the markets before their time. */
  #wait = new AbortController();
  /** Aborted when the listings that are to be stored are others. */
  #keeping = new AbortController();
  #followed: readonly string[] = [];
  #choseMs = Number.NEGATIVE_INFINITY;
  /** Reports of unknown markets, which an adapter should not send. */
  unknown = 0;

  constructor(exchange: Exchange, deps: FeedDeps) {
    this.#exchange = exchange;
    this.#deps = deps;
    this.#record = deps.state.addExchange(exchange, exchange.health());
  }

  /** Follows the exchange while the hold lasts. Whatever fails is tried again. */
  async run(hold: Pick<Hold, "signal" | "isHeld">): Promise<void> {
    const { signal } = hold;
    const { clock, state, readEveryMs } = this.#deps;
    const { code } = this.#exchange;
    this.#record.setHealth(this.#exchange.health(), state.nowMs());
    clock.every(PING_EVERY_MS, () => this.#ping(), signal);
    let watch: Watch | undefined;
    try {
      while (hold.isHeld()) {
        const markets = await this.#readMarkets(hold);
        if (!markets) break;
        const chosen = this.#take(markets, signal);
        if (watch) watch.replace(chosen);
        else {
          watch = this.#exchange.watch(chosen, this.#sink(hold));
          void this.#ping();
        }
        this.#wait = new AbortController();
        await quietly(clock.sleep(readEveryMs, AbortSignal.any([signal, this.#wait.signal])));
      }
    } finally {
      await watch?.stop().catch((error: unknown) => this.#failed(error, "the watch of an exchange did not end well"));
      state.dropBooks(code);
    }
  }

  /** The exchange's markets; undefined when the hold ended first. */
  async #readMarkets({ signal, isHeld }: Pick<Hold, "signal" | "isHeld">): Promise<readonly Market[] | undefined> {
    const { clock } = this.#deps;
    for (let failures = 1; isHeld(); failures++) {
      try {
        const markets = await this.#exchange.markets();
        // An exchange that trades nothing has not answered: what we know would be dropped.
        if (markets.length > 0) return isHeld() ? markets : undefined;
        this.#failed(undefined, "an exchange lists no markets; tried again");
      } catch (error) {
        // While nothing is watched, no reports arrive.
        this.#record.setHealth(this.#exchange.health(), this.#deps.state.nowMs());
        this.#failed(error, "the markets of an exchange could not be read; tried again");
      }
      await quietly(clock.sleep(doubledMs(failures, RETRIES), signal));
    }
    return undefined;
  }

  #take(markets: readonly Market[], signal: AbortSignal): string[] {
    const { state, log, onListingChange } = this.#deps;
    const { code } = this.#exchange;
    const change = state.readListings(code, markets);
    for (const { index, market } of state.table.of(code)) this.#indexes.set(market.id, index);
    void this.#keep(signal);
    const chosen = this.#choose(markets);
    const counts = { exchange: code, markets: markets.length, followed: chosen.length };
    log.info(counts, "the markets of an exchange were read");
    if (chosen.length === 0) log.warn(counts, "an exchange trades none of the pairs in TRIPOD_TRADING_PAIRS");
    if (change && change.added.length + change.removed.length > 0) onListingChange?.(change);
    return chosen;
  }

  /** Changes of the markets may come every hour: a pair is not given up for a little more volume, which leaves a gap in its history. */
  #choose(markets: readonly Market[]): string[] {
    const { state, choice, readEveryMs } = this.#deps;
    const isDue = state.nowMs() - this.#choseMs >= readEveryMs;
    if (isDue) this.#choseMs = state.nowMs();
    const followed = new Set(isDue ? [] : this.#followed);
    const chosen = chooseMarkets(markets, choice, (currency) => state.usdRate(currency), followed);
    this.#followed = chosen;
    return chosen;
  }

  /** Other processes know no market that is not stored: it is tried until it is, or markets are read again. */
  async #keep(signal: AbortSignal): Promise<void> {
    const { state, store, clock } = this.#deps;
    const { code } = this.#exchange;
    this.#keeping.abort();
    this.#keeping = new AbortController();
    const over = AbortSignal.any([signal, this.#keeping.signal]);
    for (let failures = 1; !over.aborted; failures++) {
      try {
        await store?.recordListings(code, state.table.of(code));
        return;
      } catch (error) {
        this.#failed(error, "the listings of an exchange could not be kept; tried again");
      }
      await quietly(clock.sleep(doubledMs(failures, RETRIES), over));
    }
  }

  async #ping(): Promise<void> {
    const { state } = this.#deps;
    try {
      const ms = await this.#exchange.ping();
      this.#record.addPing(ms, state.nowMs());
    } catch (error) {
      this.#failed(error, "an exchange did not answer a ping");
    }
  }

  #failed(error: unknown, message: string): void {
    const { state, log } = this.#deps;
    this.#record.noteIssue(state.nowMs());
    log.warn({ exchange: this.#exchange.code, ...(error === undefined ? {} : { err: error }) }, message);
  }

  /** Messages that waited in a socket while the process stalled, and its lease ran out, are not news. */
  #sink({ isHeld }: Pick<Hold, "isHeld">): MarketSink {
    const { state, log, tradeFlow } = this.#deps;
    const { code } = this.#exchange;
    const indexOf = (marketId: string): number => {
      if (!isHeld()) return -1;
      const index = this.#indexes.get(marketId);
      if (index === undefined) this.unknown++;
      return index ?? -1;
    };
    return {
      book: (marketId, book) => {
        const index = indexOf(marketId);
        if (index >= 0) state.load(index, book);
      },
      change: (marketId, change) => {
        const index = indexOf(marketId);
        if (index >= 0) state.change(index, change);
      },
      trade: (marketId, trade) => {
        const index = indexOf(marketId);
        if (index >= 0) state.trade(index, trade);
      },
      tradesBroke: (marketId, sinceMs) => tradeFlow.tell(state.table.all[indexOf(marketId)], sinceMs),
      tradesResumed: (marketId) => tradeFlow.tell(state.table.all[indexOf(marketId)], undefined),
      proved: (marketId, atMs) => {
        const index = indexOf(marketId);
        if (index >= 0) state.prove(index, atMs);
      },
      lost: (marketId: string, why: LossReason) => {
        const index = indexOf(marketId);
        if (index >= 0) state.lose(index);
        if (why !== "unsubscribed") log.debug({ exchange: code, market: marketId, why }, "a book was lost");
      },
      marketsChanged: () => this.#wait.abort(),
      health: (health) => {
        if (!isHeld()) return;
        const before = this.#record.health.state;
        this.#record.setHealth(health, state.nowMs());
        if (health.state === "down") state.spoil(code);
        if (health.state !== before) {
          log.info(
            { exchange: code, health: health.state, reason: health.reason },
            "the health of an exchange changed",
          );
        }
      },
    };
  }
}

/** A sleep that is cut short has slept enough. */
async function quietly(sleeping: Promise<void>): Promise<void> {
  await sleeping.catch(() => undefined);
}
