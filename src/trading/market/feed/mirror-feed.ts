/** Follows an exchange through the process that is connected to it: by the bus, and by the listings in the database. */
import type { Bus } from "../../../kit/bus/bus.ts";
import type { Log } from "../../../kit/log/log.ts";
import type { DatabaseClock } from "../../../kit/sql/database-clock.ts";
import type { Clock } from "../../../kit/time/clock.ts";
import { HOUR_MS } from "../../../kit/time/spans.ts";
import type { ExchangeHealth } from "../../exchanges/index.ts";
import type { ExchangeRecord } from "../core/exchange-record.ts";
import { shiftHealth, shiftMs } from "../core/shared-time.ts";
import { readHeading, Succession } from "../core/succession.ts";
import { readBreak, readTop, readTrade } from "../core/top-lines.ts";
import type { ExchangeFacts } from "../exchange-table.ts";
import type { MarketState } from "../market-state.ts";
import type { TradeFlow } from "../trade-flow.ts";
import type { ListingStore } from "../store.ts";
import { MirrorBooks } from "./mirror-books.ts";
import { exchangeTopic, helloTopic, topsTopic, tradesTopic } from "./topics.ts";

export interface MirrorDeps {
  readonly state: MarketState;
  readonly tradeFlow: TradeFlow;
  readonly store: Pick<ListingStore, "readListings">;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly databaseClock: DatabaseClock;
  readonly log: Log;
  /** Names this run of this process, for it may need whole books. */
  readonly owner: string;
}

/** The other process sends something every second; after this long it is gone or unreachable. */
const SILENCE_MS = 5_000;
const WATCH_EVERY_MS = 1_000;
/** How long after listings are read again: when there were none, when they could not be or one is missing, and else. */
const READ_FIRST_MS = 1_000;
const READ_AGAIN_MS = 10_000;
const READ_EVERY_MS = HOUR_MS;
/** So often, a second apart, everything is asked for after something was missed: the question may be lost as well. */
const QUESTIONS = 3;

const HEALTH_STATES = new Set(["ok", "degraded", "maintenance", "down"]);

export class MirrorFeed {
  readonly #code: string;
  readonly #deps: MirrorDeps;
  readonly #record: ExchangeRecord;
  readonly #succession = new Succession();
  readonly #books: MirrorBooks;
  #heardMs = 0;
  /** Of the process that was heard last. */
  #fence = 0;
  /** Whether a connected process exists, as far as we know. */
  #isHeard = false;
  #readMs = 0;
  #readAgainMs = READ_EVERY_MS;
  /** A listing that is not known here was named, or listings that were read later. */
  #isUnknownHeard = false;
  /** Seconds in which everything is still to be asked for. */
  #questions = 0;

  constructor(facts: ExchangeFacts, deps: MirrorDeps) {
    const { state, bus, owner } = deps;
    this.#code = facts.code;
    this.#deps = deps;
    this.#books = new MirrorBooks(facts.code, { state, bus, owner });
    const reason = "no report yet";
    this.#record = state.addExchange(facts, { state: "down", reason, sinceMs: state.nowMs() });
  }

  /** This process was connected itself, with a lease of this fence: it follows only later holders. */
  noteOwn(fence: number): void {
    this.#succession.follow(fence);
    this.#books.noteOwn(fence);
  }

  /**
   * Follows until the signal is aborted.
   *
   * @param listed called when the listings have been read, or could not be
   */
  async run(signal: AbortSignal, listed?: () => void): Promise<void> {
    const { bus, clock, state } = this.#deps;
    // A process that has just taken over gets as much time as one that falls silent.
    this.#heardMs = state.nowMs();
    this.#isHeard = true;
    const stops = [
      bus.subscribe(topsTopic(this.#code), (text) => this.#takeTops(text)),
      bus.subscribe(tradesTopic(this.#code), (text) => this.#takeTrades(text)),
      bus.subscribe(exchangeTopic(this.#code), (text) => this.#takeExchange(text)),
      this.#books.start(),
    ];
    await this.#readListings(signal);
    listed?.();
    this.#askForAll();
    clock.every(WATCH_EVERY_MS, () => this.#watch(signal), signal);
    if (!signal.aborted) await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
    for (const stop of stops) stop();
    this.#questions = 0;
    // This process may be connected itself now. What was traded in between is not known here.
    this.#tellBreak();
    this.#record.told = undefined;
    state.hosts.tell(this.#code, "");
    state.spoil(this.#code);
  }

  /** The text after the heading, in lines; none for a heading to ignore. */
  #hear(text: string): readonly string[] {
    const [first = "", ...lines] = text.split("\n");
    const heading = readHeading(first);
    const turn = heading ? this.#succession.hear(heading) : "former";
    if (!heading || turn === "former") return [];
    this.#books.noteFence(heading.fence);
    if (turn === "gap" || !this.#isHeard) this.#askForAll();
    if (turn === "gap" || heading.fence !== this.#fence) this.#tellBreak();
    this.#fence = heading.fence;
    this.#isHeard = true;
    this.#heardMs = this.#deps.state.nowMs();
    return lines.filter((line) => line !== "");
  }

  /** Trades may be missing since the last message. */
  #tellBreak(): void {
    const { state, tradeFlow } = this.#deps;
    for (const listing of state.table.of(this.#code)) tradeFlow.tell(listing, this.#heardMs);
  }

  #askForAll(): void {
    // While it is asked for every second, that is enough.
    if (this.#questions === 0) void this.#deps.bus.publish(helloTopic(this.#code), "hello");
    this.#questions = QUESTIONS;
  }

  #takeTops(text: string): void {
    const { state, databaseClock } = this.#deps;
    for (const line of this.#hear(text)) {
      const words = line.split(" ");
      const listing = this.#find(words[0] ?? "");
      if (listing && readTop(words, state.top(listing), databaseClock.aheadMs) === true) state.noteTop(listing.index);
    }
  }

  #takeTrades(text: string): void {
    const { state, tradeFlow, databaseClock } = this.#deps;
    for (const line of this.#hear(text)) {
      const words = line.split(" ");
      const listing = this.#find(words[0] ?? "");
      const trade = readTrade(words);
      const brokenSinceMs = readBreak(words, databaseClock.aheadMs);
      if (listing && trade) state.trade(listing.index, trade);
      else if (brokenSinceMs !== undefined) tradeFlow.tell(listing, brokenSinceMs);
    }
  }

  #takeExchange(text: string): void {
    const { state, databaseClock } = this.#deps;
    const { aheadMs } = databaseClock;
    const nowMs = state.nowMs();
    const told = readJson(this.#hear(text)[0] ?? "");
    const health = told && healthOf(told["health"]);
    if (!told || !health) return;
    this.#record.setHealth(shiftHealth(health, -aheadMs), nowMs);
    state.hosts.tell(this.#code, told["host"]);
    const { lastIssueMs, lastCheckedMs, latencyMs, uptime, listedMs } = told;
    if (typeof listedMs === "number" && listedMs > state.table.readMs(this.#code)) this.#isUnknownHeard = true;
    if (typeof lastIssueMs === "number") this.#record.lastIssueMs = shiftMs(lastIssueMs, -aheadMs);
    if (typeof lastCheckedMs === "number") this.#record.lastCheckedMs = shiftMs(lastCheckedMs, -aheadMs);
    this.#record.told = {
      latencyMs: typeof latencyMs === "number" ? latencyMs : undefined,
      uptime: typeof uptime === "number" ? uptime : 0,
    };
  }

  async #watch(signal: AbortSignal): Promise<void> {
    const { state, bus } = this.#deps;
    const nowMs = state.nowMs();
    this.#books.watch();
    if (this.#isHeard && nowMs - this.#heardMs > SILENCE_MS) {
      this.#isHeard = false;
      this.#record.setHealth({ state: "down", reason: "no reports from its connection", sinceMs: nowMs }, nowMs);
      state.hosts.tell(this.#code, "");
      state.spoil(this.#code);
    }
    if (this.#questions > 0) {
      this.#questions--;
      void bus.publish(helloTopic(this.#code), "hello");
    }
    const waitMs = this.#isUnknownHeard ? Math.min(this.#readAgainMs, READ_AGAIN_MS) : this.#readAgainMs;
    if (nowMs - this.#readMs >= waitMs) await this.#readListings(signal);
  }

  async #readListings(signal: AbortSignal): Promise<void> {
    const { state, store, log } = this.#deps;
    this.#readMs = state.nowMs();
    try {
      const stored = await store.readListings(this.#code);
      // By now this process may be connected itself, and know better.
      if (signal.aborted) return;
      state.restoreListings(this.#code, stored);
      this.#readAgainMs = stored.length > 0 ? READ_EVERY_MS : READ_FIRST_MS;
      if (stored.length === 0) return;
      // Reports of listings that were not known yet were skipped.
      if (this.#isUnknownHeard) this.#askForAll();
      this.#isUnknownHeard = false;
    } catch (error) {
      this.#readAgainMs = READ_AGAIN_MS;
      log.warn({ exchange: this.#code, err: error }, "the listings of an exchange could not be read; tried again");
    }
  }

  #find(marketId: string) {
    const listing = this.#deps.state.table.find(this.#code, marketId);
    if (!listing) this.#isUnknownHeard = true;
    return listing;
  }
}

function readJson(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

function healthOf(value: unknown): ExchangeHealth | undefined {
  const { state, reason, sinceMs } = (value ?? {}) as Partial<ExchangeHealth>;
  if (typeof state !== "string" || typeof reason !== "string" || typeof sinceMs !== "number") return undefined;
  return HEALTH_STATES.has(state) ? { state, reason, sinceMs } : undefined;
}
