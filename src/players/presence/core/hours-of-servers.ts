/** Players per hour, as columns that a chart can be drawn from, with the gaps that nothing is known of. */
import { HOUR_MICROS } from "../../../kit/time/spans.ts";
import type { Instant } from "../../../kit/time/instant.ts";
import type { OnlineHour, WatchedHour } from "../history-store.ts";

/** One server; each list has one member for each hour. */
export interface ServerHours {
  readonly server: string;
  /** Different accounts that were on it; null where nothing is known. */
  readonly players: readonly (number | null)[];
  /** At once, on average over the hour, or over what has passed of it; null where nothing is known. */
  readonly average: readonly (number | null)[];
  /** Minutes in which it was known who is on it; null before that was noted. */
  readonly watchedMinutes: readonly (number | null)[];
}

export interface HoursOf {
  /** The beginning of an hour. */
  readonly from: Instant;
  readonly until: Instant;
  readonly online: readonly OnlineHour[];
  readonly watched: readonly WatchedHour[];
}

/** The hours between two moments, the last of which may have just begun. */
function countHours({ from, until }: Pick<HoursOf, "from" | "until">): number {
  return Math.max(1, Math.ceil((until - from) / HOUR_MICROS));
}

/**
 * An hour without a session is an hour without players only if the server was watched in it: else it is a gap.
 *
 * @param servers in the order of the answer
 */
export function hoursOfServers(servers: readonly string[], { from, until, online, watched }: HoursOf): ServerHours[] {
  const hours = Array.from({ length: countHours({ from, until }) }, (_, index) => from + index * HOUR_MICROS);
  const place = (server: string, at: number): string => `${server} ${at}`;
  const onlineAt = new Map(online.map((each) => [place(each.server, each.at), each]));
  const watchedAt = new Map(watched.map((each) => [place(each.server, each.at), each.minutes]));
  const knownSince = new Map<string, number>(watched.map((each) => [each.server, each.knownSince]));
  return servers.map((server) => {
    const columns = hours.map((at) => {
      const seen = onlineAt.get(place(server, at));
      const isNoted = at >= (knownSince.get(server) ?? Infinity);
      const minutes = isNoted ? (watchedAt.get(place(server, at)) ?? 0) : null;
      const isKnown = seen !== undefined || (minutes ?? 0) > 0;
      const lengthSeconds = (Math.min(at + HOUR_MICROS, until) - at) / 1_000_000;
      return {
        players: isKnown ? (seen?.players ?? 0) : null,
        average: isKnown ? rounded((seen?.seconds ?? 0) / Math.max(lengthSeconds, 1)) : null,
        minutes,
      };
    });
    return {
      server,
      players: columns.map(({ players }) => players),
      average: columns.map(({ average }) => average),
      watchedMinutes: columns.map(({ minutes }) => minutes),
    };
  });
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
