/** Players hour by hour, of one server or of several together. */
import type { OnlineHours } from "../../../../../clients/typescript/src/players.ts";
import { HOUR_MS } from "../../../../kit/time/spans.ts";

export interface HourRow {
  /** When the hour began, in milliseconds since 1970. */
  readonly ms: number;
  /** Players at once, on average over the hour; null where nothing is known. */
  readonly average: number | null;
  /** Different accounts. Null where nothing is known, and of several servers: a player who moves would count twice. */
  readonly players: number | null;
  /** Minutes in which all these servers were read; null where that was not noted. */
  readonly watched: number | null;
}

/** The hours in their order. Averages of several servers are added up; a server of which nothing is known adds nothing. */
export function hourRows({ From, Servers }: OnlineHours): readonly HourRow[] {
  const fromMs = Date.parse(From);
  const count = Math.max(0, ...Servers.map(({ Average }) => Average.length));
  return Array.from({ length: count }, (_, at) => {
    const averages = Servers.flatMap(({ Average }) => Average[at] ?? []);
    const watched = Servers.map(({ WatchedMinutes }) => WatchedMinutes[at] ?? null);
    const noted = watched.filter((minutes) => minutes !== null);
    return {
      ms: fromMs + at * HOUR_MS,
      average: averages.length === 0 ? null : rounded(averages.reduce((sum, each) => sum + each, 0)),
      players: Servers.length === 1 ? (Servers[0]?.Players[at] ?? null) : null,
      watched: noted.length === watched.length ? Math.min(...noted) : null,
    };
  });
}

/** The sum of numbers with two digits after the point has two as well. */
function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
