/** When keys were last used: noted in memory with each request, written down together now and then. */
import type { Clock } from "../../kit/time/clock.ts";
import type { Instant } from "../../kit/time/instant.ts";
import type { ApiKey } from "./key.ts";
import type { KeyStore } from "./store.ts";

/** The time of a key's last use is exact to this many microseconds. */
const GRAIN = 60_000_000;

export class LastUses {
  readonly #keys: Pick<KeyStore, "touch">;
  readonly #clock: Clock;
  readonly #noted = new Map<string, Instant>();
  #pending = new Map<string, Instant>();

  constructor(keys: Pick<KeyStore, "touch">, clock: Clock) {
    this.#keys = keys;
    this.#clock = clock;
  }

  /** Notes that a key is used, unless that was done within the last minute. */
  note({ id, lastUsedAt }: ApiKey, now: Instant): void {
    const before = Math.max(lastUsedAt ?? 0, this.#noted.get(id) ?? 0);
    if (now - before < GRAIN) return;
    this.#noted.set(id, now);
    this.#pending.set(id, now);
  }

  /** Writes down what was noted. When that fails, it is kept for the next time. */
  async write(): Promise<void> {
    const now = this.#clock.now();
    for (const [id, at] of this.#noted) if (now - at >= GRAIN) this.#noted.delete(id);
    if (this.#pending.size === 0) return;
    const batch = this.#pending;
    this.#pending = new Map();
    try {
      await this.#keys.touch([...batch].map(([id, at]) => ({ id, at })));
    } catch (error) {
      this.#pending = new Map([...batch, ...this.#pending]);
      throw error;
    }
  }
}
