/** Asks the database about keys that are not in memory, so seldom that guessing cannot keep it busy. */
import { LRUCache } from "lru-cache";
import type { Instant } from "../../kit/time/instant.ts";
import { BudgetPerSecond } from "./core/budget-per-second.ts";
import type { ApiKey } from "./key.ts";
import type { KeyStore } from "./store.ts";

/** Questions of one process, in a second and at the same time. */
export const LOOKUPS_PER_SECOND = 10;
/** Hashes that are remembered as unknown. A key is random, so a hash that is unknown today stays unknown. */
const MAX_ABSENT = 10_000;

export class KeyLookups {
  readonly #keys: Pick<KeyStore, "findByHash">;
  readonly #absent = new LRUCache<string, true>({ max: MAX_ABSENT });
  readonly #running = new Map<string, Promise<ApiKey | undefined>>();
  readonly #budget = new BudgetPerSecond(LOOKUPS_PER_SECOND);

  constructor(keys: Pick<KeyStore, "findByHash">) {
    this.#keys = keys;
  }

  /** The key with this hash. Undefined at once when the database is not asked: there is none, or it was asked enough. */
  find(hash: Buffer, now: Instant): Promise<ApiKey | undefined> | undefined {
    const name = hash.toString("hex");
    if (this.#absent.get(name)) return undefined;
    const running = this.#running.get(name);
    if (running || this.#running.size >= LOOKUPS_PER_SECOND || !this.#budget.take(now)) return running;
    const asking = this.#ask(name, hash);
    this.#running.set(name, asking);
    return asking;
  }

  async #ask(name: string, hash: Buffer): Promise<ApiKey | undefined> {
    try {
      const found = await this.#keys.findByHash(hash);
      if (!found) this.#absent.set(name, true);
      return found;
    } finally {
      this.#running.delete(name);
    }
  }
}
