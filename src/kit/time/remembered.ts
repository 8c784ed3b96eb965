/** An answer that may be a moment old, so that a flood of questions costs one. */
import type { Clock } from "./clock.ts";
import { plusMillis, type Instant } from "./instant.ts";

/** Asks at most once at a time and once in `ms` milliseconds; a failure is not remembered. */
export function remembered<Value>(
  clock: Pick<Clock, "now">,
  ms: number,
  ask: () => Promise<Value>,
): () => Promise<Value> {
  let pending: Promise<Value> | undefined;
  let known: { readonly value: Value; readonly until: Instant } | undefined;
  return () => {
    if (pending) return pending;
    if (known && clock.now() < known.until) return Promise.resolve(known.value);
    pending = ask()
      .then((value) => {
        known = { value, until: plusMillis(clock.now(), ms) };
        return value;
      })
      .finally(() => (pending = undefined));
    return pending;
  };
}
