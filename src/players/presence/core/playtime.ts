/** How long an account has played, from its sums on the servers. */
import type { PlayedOnServer } from "../history-store.ts";

/** Whole seconds, each sum rounded down separately: those of the servers may add up to a little less than the total. */
export interface Playtime {
  readonly totalSeconds: number;
  readonly recentSeconds: number;
  /** The most played first, then by name. */
  readonly perServer: readonly { readonly server: string; readonly seconds: number; readonly sessions: number }[];
}

export function playtime(servers: readonly PlayedOnServer[]): Playtime {
  return {
    totalSeconds: toSeconds(servers.reduce((sum, { micros }) => sum + micros, 0)),
    recentSeconds: toSeconds(servers.reduce((sum, { recentMicros }) => sum + recentMicros, 0)),
    perServer: servers
      .toSorted((one, other) => other.micros - one.micros || (one.server < other.server ? -1 : 1))
      .map(({ server, micros, sessions }) => ({ server, seconds: toSeconds(micros), sessions })),
  };
}

function toSeconds(micros: number): number {
  return Math.floor(micros / 1_000_000);
}
