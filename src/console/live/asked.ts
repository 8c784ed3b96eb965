/** What a page asks of a service, and asks again: the answer, what went wrong, and how old the answer is. */
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { nextAsk, waitAfter } from "./ask-again.ts";
import { failureOf, type Failure } from "./failure.ts";
import { noteFailure } from "./lost-sessions.ts";
import { serverNowMs } from "./server-clock.ts";

export interface Asked<Value> {
  /** The last answer. It stays when a later question fails. */
  readonly value: Value | undefined;
  /** Why the last question failed. */
  readonly failure: Failure | undefined;
  /** When the last answer came, in milliseconds since 1970. */
  readonly atMs: number | undefined;
  /** When it is asked again after a failure, in milliseconds since 1970. */
  readonly nextMs: number | undefined;
  readonly isAsking: boolean;
  /** Asks now. */
  readonly again: () => void;
}

type State<Value> = Omit<Asked<Value>, "again">;

/**
 * Asks when the page opens, when a part of `about` changes, every `everyMs`, and after a failure that may pass. A page that
 * is not looked at asks nothing; it asks as soon as it is looked at again.
 */
export function useAsked<Value>(
  ask: (signal: AbortSignal) => Promise<Value>,
  about: readonly unknown[],
  { everyMs }: { readonly everyMs?: number } = {},
): Asked<Value> {
  const [state, setState] = useState<State<Value>>({
    value: undefined,
    failure: undefined,
    atMs: undefined,
    nextMs: undefined,
    isAsking: true,
  });
  const [turn, setTurn] = useState(0);
  const latest = useRef(ask);
  latest.current = ask;
  const again = useCallback(() => setTurn((last) => last + 1), []);

  useEffect(() => {
    const ending = new AbortController();
    let failures = 0;
    const run = async (): Promise<void> => {
      setState((last) => ({ ...last, isAsking: true }));
      try {
        const value = await latest.current(ending.signal);
        if (ending.signal.aborted) return;
        failures = 0;
        setState({ value, failure: undefined, atMs: serverNowMs(), nextMs: undefined, isAsking: false });
        next.plan(everyMs);
      } catch (error) {
        if (ending.signal.aborted) return;
        const failure = noteFailure(failureOf(error));
        const waitMs = waitAfter(failure, ++failures, everyMs);
        setState((last) => ({ ...last, failure, nextMs: next.plan(waitMs), isAsking: false }));
      }
    };
    const next = nextAsk(() => void run());
    void run();
    return () => {
      ending.abort();
      next.end();
    };
    // What the caller names is what it is about.
  }, [turn, everyMs, ...about]);

  return { ...state, again };
}
