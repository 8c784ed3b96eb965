/** The markets that the signed-in user watches. */
import { useCallback, useEffect, useState } from "preact/hooks";
import { signal, type Signal } from "@preact/signals";
import { trading } from "../../../live/clients.ts";
import { failureOf, type Failure } from "../../../live/failure.ts";
import { tradingUser } from "../../../live/identity.ts";

export interface Watchlist {
  /** Ids of the entries by service code; undefined while it is not known, and for callers without a session. */
  readonly entries: Signal<ReadonlyMap<string, string> | undefined>;
  /** Why it could not be read or changed. */
  readonly failure: Failure | undefined;
  readonly again: () => void;
  /** Adds the market, or takes it off. Answers whether it is watched now; undefined when that failed. */
  readonly toggle: (code: string) => Promise<boolean | undefined>;
}

export function useWatchlist(): Watchlist {
  const [entries] = useState(() => signal<ReadonlyMap<string, string> | undefined>(undefined));
  const [failure, setFailure] = useState<Failure>();
  const userId = tradingUser.value?.id;
  const again = useCallback(() => {
    setFailure(undefined);
    void trading.strategies.listWatchlist().then(
      (items) => (entries.value = new Map(items.map(({ id, code }) => [code, id]))),
      (error: unknown) => setFailure(failureOf(error)),
    );
  }, []);
  useEffect(() => {
    entries.value = undefined;
    if (userId !== undefined) again();
  }, [userId]);
  const toggle = useCallback(async (code: string) => {
    setFailure(undefined);
    try {
      const id = entries.peek()?.get(code);
      if (id === undefined) {
        const { item } = await trading.strategies.addWatchlistItem({ code });
        entries.value = new Map(entries.peek()).set(code, item.id);
        return true;
      }
      await trading.strategies.deleteWatchlistItem({ id });
      entries.value = new Map([...(entries.peek() ?? [])].filter(([each]) => each !== code));
      return false;
    } catch (error) {
      setFailure(failureOf(error));
      return undefined;
    }
  }, []);
  return { entries, failure, again, toggle };
}
