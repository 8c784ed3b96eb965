/** What a page asks of a service, and asks again: the answer, what went wrong, and how old the answer is. */
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { failureOf, type Failure } from "./failure.ts";
import { noteLostSession } from "./lost-sessions.ts";

export interface Asked<Value> {
  /** The last answer. It stays when a later question fails. */
  readonly value: Value | undefined;
  /** Why the last question failed. */
  readonly failure: Failure | undefined;
  /** When the last answer came, in milliseconds since 1970. */
  readonly atMs: number | undefined;
  readonly isAsking: boolean;
  /** Asks now. */
  readonly again: () => void;
}

interface State<Value> {
  readonly value: Value | undefined;
  readonly failure: Failure | undefined;
  readonly atMs: number | undefined;
  readonly isAsking: boolean;
}

/**
 * Asks when the page opens, when a part of `about` changes, and every `everyMs`. A page that is not looked at asks nothing;
 * it asks as soon as it is looked at again.
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
    isAsking: true,
  });
  const [turn, setTurn] = useState(0);
  const latest = useRef(ask);
  latest.current = ask;
  const again = useCallback(() => setTurn((last) => last + 1), []);

  useEffect(() => {
    const ending = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let askedMs = 0;
    const run = async (): Promise<void> => {
      clearTimeout(timer);
      askedMs = Date.now();
      setState((last) => ({ ...last, isAsking: true }));
      try {
        const value = await latest.current(ending.signal);
        if (ending.signal.aborted) return;
        setState({ value, failure: undefined, atMs: Date.now(), isAsking: false });
      } catch (error) {
        if (ending.signal.aborted) return;
        setState((last) => ({ ...last, failure: noteLostSession(failureOf(error)), isAsking: false }));
      }
      if (everyMs !== undefined && !document.hidden) timer = setTimeout(() => void run(), everyMs);
    };
    const look = (): void => {
      if (document.hidden) clearTimeout(timer);
      else if (everyMs !== undefined && Date.now() - askedMs >= everyMs) void run();
      else if (everyMs !== undefined) timer = setTimeout(() => void run(), everyMs - (Date.now() - askedMs));
    };
    document.addEventListener("visibilitychange", look);
    void run();
    return () => {
      ending.abort();
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", look);
    };
    // What the caller names is what it is about.
  }, [turn, everyMs, ...about]);

  return { ...state, again };
}
