/**
 * Answers with a minimum age: popular requests are computed once an interval, and callers without a key see the market
 * a little less fresh than those with one.
 */
import { LRUCache } from "lru-cache";

const MAX_KEPT = 10_000;

/** How old an answer may be for a caller without a key, in milliseconds. */
export const PUBLIC_REFRESH_MS = 1_000;

export class Refresher {
  readonly #kept = new LRUCache<string, { readonly madeMs: number; readonly value: unknown }>({ max: MAX_KEPT });

  /**
   * The value of that name, computed again when it is older than `refreshMs`. A name always has the same kind of
   * value.
   *
   * @param refreshMs 0 to compute each time
   */
  get<Value>(name: string, refreshMs: number, nowMs: number, make: () => Value): Value {
    if (refreshMs <= 0) return make();
    const kept = this.#kept.get(name);
    if (kept && nowMs - kept.madeMs < refreshMs && nowMs >= kept.madeMs) return kept.value as Value;
    const value = make();
    this.#kept.set(name, { madeMs: nowMs, value });
    return value;
  }
}
