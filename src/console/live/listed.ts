/** A list that comes in pages: more of it is asked for when a person comes to its end. */
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { nextAsk, waitAfter } from "./ask-again.ts";
import { failureOf, type Failure } from "./failure.ts";
import { noteFailure } from "./lost-sessions.ts";
import { serverNowMs } from "./server-clock.ts";

export interface Listed<Item> {
  readonly items: readonly Item[];
  readonly failure: Failure | undefined;
  /** When the first page came, in milliseconds since 1970. */
  readonly atMs: number | undefined;
  /** When it is asked again after a failure, in milliseconds since 1970. */
  readonly nextMs: number | undefined;
  readonly isAsking: boolean;
  /** Whether there is nothing after `items`. */
  readonly isWhole: boolean;
  /** Asks for the next page. After a failure, for the same one. */
  readonly more: () => void;
  /** Begins again. */
  readonly again: () => void;
}

type State<Item> = Omit<Listed<Item>, "more" | "again">;

/** Pages of a list, from its beginning. Each is the items of one page. */
export type Pages<Item> = (signal: AbortSignal) => AsyncIterator<readonly Item[], unknown, undefined>;

interface ListedOptions {
  /** Milliseconds until a list that holds nothing is asked for again. Without it, it is not. */
  readonly emptyEveryMs?: number;
}

/** Asks for the first page when the list opens, and when a part of `about` changes. The old list stays until then. */
export function useListed<Item>(
  pages: Pages<Item>,
  about: readonly unknown[],
  { emptyEveryMs }: ListedOptions = {},
): Listed<Item> {
  const [state, setState] = useState<State<Item>>({
    items: [],
    failure: undefined,
    atMs: undefined,
    nextMs: undefined,
    isAsking: true,
    isWhole: false,
  });
  const [turn, setTurn] = useState(0);
  const latest = useRef(pages);
  latest.current = pages;
  const next = useRef<() => void>(() => {});

  useEffect(() => {
    const ending = new AbortController();
    let iterator = latest.current(ending.signal);
    let taken: readonly Item[] = [];
    let isAsking = false;
    let failures = 0;
    let isRepeat = false;
    const ask = async (): Promise<void> => {
      if (isAsking) return;
      isAsking = true;
      retry.plan(undefined);
      // What is known of an attempt before stays until this one is answered.
      // A list that holds nothing is shown while it is asked for again.
      const isQuiet = isRepeat && failures === 0;
      if (!isQuiet)
        setState((last) => ({ ...last, isAsking: true, failure: failures === 0 ? undefined : last.failure }));
      try {
        const page = await nextFilled(iterator);
        if (ending.signal.aborted) return;
        if (page.done !== true) taken = [...taken, ...page.value];
        failures = 0;
        isRepeat = page.done === true && taken.length === 0 && emptyEveryMs !== undefined;
        if (isRepeat) {
          iterator = latest.current(ending.signal);
          retry.plan(emptyEveryMs);
        }
        setState((last) => ({
          items: taken,
          failure: undefined,
          atMs: last.items === taken ? last.atMs : serverNowMs(),
          nextMs: undefined,
          isAsking: false,
          isWhole: page.done === true,
        }));
      } catch (error) {
        if (ending.signal.aborted) return;
        // An iterator that has failed is over: the next attempt goes from the beginning to where this one was.
        const [skipped, signal] = [taken.length, ending.signal];
        iterator = after(latest.current(signal), skipped);
        const failure = noteFailure(failureOf(error));
        const nextMs = retry.plan(waitAfter(failure, ++failures, undefined));
        setState((last) => ({ ...last, failure, nextMs, isAsking: false }));
      } finally {
        isAsking = false;
      }
    };
    const retry = nextAsk(() => void ask());
    next.current = () => void ask();
    void ask();
    return () => {
      ending.abort();
      retry.end();
      next.current = () => {};
    };
    // What the caller names is what it is about.
  }, [turn, ...about]);

  const more = useCallback(() => next.current(), []);
  const again = useCallback(() => setTurn((last) => last + 1), []);
  return { ...state, more, again };
}

/** The next page that holds something, or the end: a list that is empty may come as one empty page. */
async function nextFilled<Item>(
  iterator: AsyncIterator<readonly Item[], unknown, undefined>,
): Promise<IteratorResult<readonly Item[], unknown>> {
  let page = await iterator.next();
  while (page.done !== true && page.value.length === 0) page = await iterator.next();
  return page;
}

/** The pages behind the first `skipped` items. */
async function* after<Item>(
  iterator: AsyncIterator<readonly Item[], unknown, undefined>,
  skipped: number,
): AsyncGenerator<readonly Item[], void, undefined> {
  let left = skipped;
  for (let page = await iterator.next(); page.done !== true; page = await iterator.next()) {
    if (page.value.length <= left) left -= page.value.length;
    else {
      yield page.value.slice(left);
      left = 0;
    }
  }
}
