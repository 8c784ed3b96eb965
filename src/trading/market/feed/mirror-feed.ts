/** Follows an exchange through the process that is connected to it: by the bus, and by the listings in the database. */
import type { Bus } from "../../../kit/bus/bus.ts";
import type { Log } from "../../../kit/log/log.ts";
import type { Clock } from "../../../kit/time/clock.ts";
import type { ExchangeHealth } from "../../exchanges/index.ts";
import type { ExchangeRecord } from "../core/exchange-record.ts";
import { readTop, readTrade } from "../core/top-lines.ts";
import type { ExchangeFacts, MarketState } from "../market-state.ts";
import type { ListingStore } from "../store.ts";
import { exchangeTopic, helloTopic, topsTopic, tradesTopic } from "./topics.ts";

export interface MirrorDeps {
  readonly state: MarketState;
  readonly store: Pick<ListingStore, "readListings">;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Log;
}

/** The other process sends something every second; after so long it is gone, or cannot be heard. */
const SILENCE_MS = 5_000;
const WATCH_EVERY_MS = 1_000;
/** How often listings are read again when there is one that nobody knows, and when there is none. */
const READ_AGAIN_MS = 10_000;
const READ_EVERY_MS = 3_600_000;

const HEALTH_STATES = new Set(["ok", "degraded", "maintenance", "down"]);

export class MirrorFeed {
  readonly #code: string;
  readonly #deps: MirrorDeps;
  readonly #record: ExchangeRecord;
  #heardMs = 0;
  #readMs = 0;
  #isUnknownHeard = false;

  constructor(facts: ExchangeFacts, deps: MirrorDeps) {
    const { state } = deps;
    this.#code = facts.code;
    this.#deps = deps;
    const reason = "not heard of yet";
    this.#record = state.addExchange(facts, { state: "down", reason, sinceMs: state.nowMs() });
  }

  /**
   * Follows until the signal is aborted.
   *
   * @param listed called when the listings have been read, or could not be
   */
  async run(signal: AbortSignal, listed?: () => void): Promise<void> {
    const { bus, clock, state } = this.#deps;
    const stops = [
      bus.subscribe(topsTopic(this.#code), (text) => this.#takeTops(text)),
      bus.subscribe(tradesTopic(this.#code), (text) => this.#takeTrades(text)),
      bus.subscribe(exchangeTopic(this.#code), (text) => this.#takeExchange(text)),
    ];
    await this.#readListings();
    listed?.();
    await bus.publish(helloTopic(this.#code), "hello");
    clock.every(WATCH_EVERY_MS, () => this.#watch(), signal);
    if (!signal.aborted) await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
    for (const stop of stops) stop();
    this.#record.told = undefined;
    state.hosts.tell(this.#code, "");
    state.spoil(this.#code);
  }

  #takeTops(text: string): void {
    const { state } = this.#deps;
    this.#heardMs = state.nowMs();
    for (const line of text.split("\n")) {
      if (line === "") continue;
      const words = line.split(" ");
      const listing = this.#find(words[0] ?? "");
      if (listing && readTop(words, state.top(listing)) === true) state.noteTop(listing.index);
    }
  }

  #takeTrades(text: string): void {
    const { state } = this.#deps;
    for (const line of text.split("\n")) {
      if (line === "") continue;
      const words = line.split(" ");
      const listing = this.#find(words[0] ?? "");
      const trade = readTrade(words);
      if (listing && trade) state.trade(listing.index, trade);
    }
  }

  #takeExchange(text: string): void {
    const { state } = this.#deps;
    const nowMs = state.nowMs();
    this.#heardMs = nowMs;
    const told = readJson(text);
    const health = told && healthOf(told["health"]);
    if (!told || !health) return;
    this.#record.setHealth(health, nowMs);
    state.hosts.tell(this.#code, told["host"]);
    const { lastIssueMs, lastCheckedMs, latencyMs, uptime } = told;
    if (typeof lastIssueMs === "number") this.#record.lastIssueMs = lastIssueMs;
    if (typeof lastCheckedMs === "number") this.#record.lastCheckedMs = lastCheckedMs;
    this.#record.told = {
      latencyMs: typeof latencyMs === "number" ? latencyMs : undefined,
      uptime: typeof uptime === "number" ? uptime : 0,
    };
  }

  async #watch(): Promise<void> {
    const { state } = this.#deps;
    const nowMs = state.nowMs();
    if (nowMs - this.#heardMs > SILENCE_MS && this.#record.health.state !== "down") {
      this.#record.setHealth({ state: "down", reason: "nothing is heard of its connection", sinceMs: nowMs }, nowMs);
      state.hosts.tell(this.#code, "");
      state.spoil(this.#code);
    }
    const waitMs = this.#isUnknownHeard ? READ_AGAIN_MS : READ_EVERY_MS;
    if (nowMs - this.#readMs >= waitMs) await this.#readListings();
  }

  async #readListings(): Promise<void> {
    const { state, store, log } = this.#deps;
    this.#readMs = state.nowMs();
    try {
      const stored = await store.readListings(this.#code);
      state.restoreListings(this.#code, stored);
      this.#isUnknownHeard = stored.length === 0;
    } catch (error) {
      this.#isUnknownHeard = true;
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
