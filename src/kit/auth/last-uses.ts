/** When keys were last used: noted in memory with each request, written down together now and then. */
import type { Instant } from "../time/instant.ts";

/** The time of a key's last use is exact to this many microseconds. */
const GRAIN = 60_000_000;

/** Where the times of last use are kept. */
export interface UseStore<Id> {
  touch(uses: readonly { readonly id: Id; readonly at: Instant }[]): Promise<void>;
}

export class LastUses<Id> {
  readonly #keys: UseStore<Id>;
  readonly #noted = new Map<Id, Instant>();
  #pending = new Map<Id, Instant>();

  constructor(keys: UseStore<Id>) {
    this.#keys = keys;
  }

  /** Notes that a key is used, unless that was done within the last minute. */
  note({ id, lastUsedAt }: { readonly id: Id; readonly lastUsedAt: Instant | null }, now: Instant): void {
    if (now - Math.max(lastUsedAt ?? 0, this.#noted.get(id) ?? 0) < GRAIN) return;
    this.#noted.set(id, now);
    this.#pending.set(id, now);
  }

  /** Writes down what was noted. When that fails, it is kept for the next time. */
  async write(now: Instant): Promise<void> {
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
