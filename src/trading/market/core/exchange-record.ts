/** Measurements of an exchange since the start: how long it was healthy, and how long its answers take. */
import type { ExchangeHealth } from "../../exchanges/index.ts";

const KEPT_PINGS = 31;

export class ExchangeRecord {
  health: ExchangeHealth;
  lastIssueMs = 0;
  lastCheckedMs = 0;
  /** Measurements of another process, which is connected in place of this one. */
  told: { readonly latencyMs: number | undefined; readonly uptime: number } | undefined;
  readonly #startedMs: number;
  readonly #pings: number[] = [];
  /** Asked for far more often than it changes. */
  #median: number | undefined;
  /** Time that it was well, up to `#countedMs`. */
  #okMs = 0;
  #countedMs: number;

  constructor(health: ExchangeHealth, nowMs: number) {
    this.health = health;
    this.#startedMs = nowMs;
    this.#countedMs = nowMs;
    if (health.state !== "ok") this.lastIssueMs = nowMs;
  }

  setHealth(health: ExchangeHealth, nowMs: number): void {
    this.#count(nowMs);
    this.health = health;
    this.lastCheckedMs = nowMs;
    if (health.state !== "ok") this.lastIssueMs = nowMs;
  }

  /** A problem that does not change the state: a call that failed. */
  noteIssue(nowMs: number): void {
    this.lastIssueMs = nowMs;
    this.lastCheckedMs = nowMs;
  }

  addPing(ms: number, nowMs: number): void {
    this.#pings.push(ms);
    if (this.#pings.length > KEPT_PINGS) this.#pings.shift();
    this.#median = this.#pings.toSorted((one, other) => one - other)[this.#pings.length >> 1];
    this.lastCheckedMs = nowMs;
  }

  /** The median of the last round trips, in milliseconds; undefined before the first. */
  get latencyMs(): number | undefined {
    if (this.told) return this.told.latencyMs;
    return this.#median;
  }

  /** The share of the time since the start that it was `ok`, from 0 to 1. */
  uptime(nowMs: number): number {
    if (this.told) return this.told.uptime;
    this.#count(nowMs);
    const allMs = this.#countedMs - this.#startedMs;
    return allMs > 0 ? this.#okMs / allMs : this.health.state === "ok" ? 1 : 0;
  }

  #count(nowMs: number): void {
    if (nowMs <= this.#countedMs) return;
    if (this.health.state === "ok") this.#okMs += nowMs - this.#countedMs;
    this.#countedMs = nowMs;
  }
}
