/** An answer that may be a moment old, so that a flood of questions costs one. */
import type { Clock } from "./clock.ts";
import { plusMillis, type Instant } from "./instant.ts";
import { MINUTE_MS } from "./spans.ts";

/** A question that takes longer gets no answer any more. Those who come later ask again. */
const LOST_MS = 2 * MINUTE_MS;

/** Asks at most once at a time and once in `ms` milliseconds; a failure is not remembered, nor a question that got lost. */
export function remembered<Value>(
  clock: Pick<Clock, "now">,
  ms: number,
  ask: () => Promise<Value>,
): () => Promise<Value> {
  let pending: { readonly answer: Promise<Value>; readonly lostAt: Instant } | undefined;
  let known: { readonly value: Value; readonly until: Instant } | undefined;
  return () => {
    if (pending && clock.now() < pending.lostAt) return pending.answer;
    if (known && clock.now() < known.until) return Promise.resolve(known.value);
    const answer: Promise<Value> = ask()
      .then((value) => {
        if (pending?.answer === answer) known = { value, until: plusMillis(clock.now(), ms) };
        return value;
      })
      .finally(() => {
        if (pending?.answer === answer) pending = undefined;
      });
    pending = { answer, lostAt: plusMillis(clock.now(), LOST_MS) };
    return answer;
  };
}
