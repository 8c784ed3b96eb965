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
export function hoursOfServers(servers: readonly string[], of: HoursOf): ServerHours[] {
  const online = byServer(of.online);
  const watched = byServer(of.watched);
  return servers.map((server) =>
    hoursOfServer(server, { ...of, online: online.get(server) ?? [], watched: watched.get(server) ?? [] }),
  );
}

/** Each hour is put in its place: a month of 200 servers has 150,000, which a search for each would take seconds for. */
function hoursOfServer(server: string, { from, until, online, watched }: HoursOf): ServerHours {
  const hours = Array.from({ length: countHours({ from, until }) }, (_, hour) => from + hour * HOUR_MICROS);
  const placeOf = ({ at }: { readonly at: Instant }): number => (at - from) / HOUR_MICROS;
  const knownSince = watched[0]?.knownSince ?? Infinity;
  const watchedMinutes: (number | null)[] = hours.map((at) => (at >= knownSince ? 0 : null));
  const players: (number | null)[] = hours.map(() => null);
  const average: (number | null)[] = hours.map(() => null);
  for (const hour of watched) {
    const place = placeOf(hour);
    watchedMinutes[place] = hour.minutes;
    players[place] = 0;
    average[place] = 0;
  }
  for (const hour of online) {
    const place = placeOf(hour);
    const lengthSeconds = (Math.min(hour.at + HOUR_MICROS, until) - hour.at) / 1_000_000;
    players[place] = hour.players;
    average[place] = rounded(hour.seconds / Math.max(lengthSeconds, 1));
  }
  return { server, players, average, watchedMinutes };
}

function byServer<Hour extends { readonly server: string }>(hours: readonly Hour[]): Map<string, Hour[]> {
  const groups = new Map<string, Hour[]>();
  for (const hour of hours) {
    const group = groups.get(hour.server);
    if (group) group.push(hour);
    else groups.set(hour.server, [hour]);
  }
  return groups;
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
