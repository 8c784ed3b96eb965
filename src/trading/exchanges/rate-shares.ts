/** Shares the request limits of each exchange among the processes behind one address. */
import type { Log } from "../../kit/log/log.ts";
import type { Clock } from "../../kit/time/clock.ts";
import { toMillis } from "../../kit/time/instant.ts";
import type { RateBudget, StopReason } from "./core/rate-budget.ts";
import { claimableShare, fairShare, type OtherShares } from "./core/rate-shares.ts";

/** What this process reports to the others about one exchange. */
export interface ToldShare {
  /** Units that it has asked for lately, in a second. */
  readonly wanted: number;
  readonly stop: { readonly reason: StopReason; readonly forMs: number } | undefined;
}

/** The others' reports about it. */
export interface HeardShares extends OtherShares {
  readonly stop: { readonly reason: StopReason; readonly forMs: number } | undefined;
}

export interface RateShareStore {
  /**
   * Claims shares of some exchanges until `ttlMs` from now. One process at a time decides, with the needs of all
   * others. Answers what it decided and what it knew, by exchange.
   */
  claim(
    told: ReadonlyMap<string, ToldShare>,
    ttlMs: number,
    decide: (wanted: number, others: OtherShares) => number,
  ): Promise<ReadonlyMap<string, { readonly share: number; readonly heard: HeardShares }>>;
  /** Gives back this process's share of an exchange. */
  release(exchange: string): Promise<void>;
}

/** How often shares are claimed: sooner while this process has less than is fair, and waits for the others. */
const CLAIM_MS = 2_000;
const SOON_MS = 250;
/** A process that died takes its shares along for this long. */
const TTL_MS = 6_000;

interface Joined {
  readonly budget: RateBudget;
  wanted: number;
  isShort: boolean;
}

export class RateShares {
  readonly #store: RateShareStore;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #joined = new Map<string, Joined>();
  #ended = new AbortController();
  #claimedMs = 0;
  #claiming: Promise<void> | undefined;

  constructor({ store, clock, log }: { readonly store: RateShareStore; readonly clock: Clock; readonly log: Log }) {
    this.#store = store;
    this.#clock = clock;
    this.#log = log;
  }

  /** From now on the budget is a share. Until the first is there nothing is sent. Answers how to leave. */
  join(exchange: string, budget: RateBudget): () => Promise<void> {
    budget.setShare(0, this.#nowMs());
    if (this.#joined.size === 0) {
      this.#ended = new AbortController();
      this.#clock.every(SOON_MS, () => this.#tend(), this.#ended.signal);
    }
    this.#joined.set(exchange, { budget, wanted: 0, isShort: true });
    // Exchanges are opened one after the other in one turn: one claim is for all of them.
    queueMicrotask(() => void this.#tend());
    return () => this.#leave(exchange);
  }

  async #leave(exchange: string): Promise<void> {
    this.#joined.delete(exchange);
    if (this.#joined.size === 0) this.#ended.abort();
    await this.#claiming;
    await this.#store.release(exchange).catch((error: unknown) => {
      this.#log.warn({ exchange, err: error }, "the share of an exchange was not given back; it runs out");
    });
  }

  #tend(): Promise<void> {
    const isDue = this.#nowMs() - this.#claimedMs >= CLAIM_MS || [...this.#joined.values()].some(isShort);
    if (!isDue || this.#joined.size === 0) return Promise.resolve();
    this.#claiming ??= this.#claim()
      // A process that cannot claim goes on with what it has: orders need the database anyway.
      .catch((error: unknown) =>
        this.#log.warn({ err: error }, "shares of exchanges could not be claimed; tried again"),
      )
      .finally(() => (this.#claiming = undefined));
    return this.#claiming;
  }

  async #claim(): Promise<void> {
    const nowMs = this.#nowMs();
    const seconds = Math.min(60, Math.max(0.25, (nowMs - this.#claimedMs) / 1_000));
    this.#claimedMs = nowMs;
    const told = new Map<string, ToldShare>();
    for (const [exchange, joined] of this.#joined) {
      // A recent need is likely to return.
      joined.wanted = Math.max(joined.wanted / 2, joined.budget.takeAsked() / seconds);
      told.set(exchange, { wanted: joined.wanted, stop: joined.budget.toldToStop(nowMs) });
    }
    const claimed = await this.#store.claim(told, TTL_MS, claimableShare);
    const thenMs = this.#nowMs();
    for (const [exchange, { share, heard }] of claimed) {
      const joined = this.#joined.get(exchange);
      if (!joined) continue;
      joined.isShort = share < 0.9 * fairShare(joined.wanted, heard);
      joined.budget.setShare(share, thenMs);
      if (heard.stop) joined.budget.noteStop(heard.stop.reason, thenMs + heard.stop.forMs);
    }
  }

  #nowMs(): number {
    return toMillis(this.#clock.now());
  }
}

function isShort(joined: Joined): boolean {
  return joined.isShort;
}
