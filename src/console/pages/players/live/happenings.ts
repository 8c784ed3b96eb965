/** What the page tells of joins, leaves, moves and chat: the latest first. */
import type { RecentEvent } from "../../../../../clients/typescript/src/players.ts";
import type { Happening } from "./use-player-events.ts";

/** As many as are shown; older ones are forgotten. */
const MAX_SHOWN = 100;
/** A join is noted, and told, at moments that may be so far apart. */
const SAME_MS = 60_000;

export interface Told {
  /** Counts what was told since the page opened. */
  readonly number: number;
  readonly happening: Happening;
}

/**
 * `told` with what happened since, oldest first in `happened`. A stream that is opened again may send some of the last events
 * again, under their ids; chat has none.
 */
export function toldWith(told: readonly Told[], happened: readonly Happening[]): readonly Told[] {
  const last = told[0]?.number ?? 0;
  const known = new Set(told.map(({ happening }) => happening.id));
  const news = happened.filter(({ id }) => id === "" || !known.has(id));
  const added = news.map((happening, at) => ({ number: last + at + 1, happening }));
  return [...added.reverse(), ...told].slice(0, MAX_SHOWN);
}

/** What happened before the page opened: `recent`, without what the stream told too. */
export function before(told: readonly Told[], recent: readonly RecentEvent[]): readonly RecentEvent[] {
  return recent.filter(
    ({ Event, PlatformId, At }) =>
      !told.some(
        ({ happening: { type, PlatformId: account, At: at } }) =>
          type === Event && account === PlatformId && Math.abs(Date.parse(at) - Date.parse(At)) < SAME_MS,
      ),
  );
}
