/** Looks each hour of each server up, for comparison with `hours-of-servers.ts`. */
import { HOUR_MICROS } from "../../../kit/time/spans.ts";
import type { HoursOf, ServerHours } from "./hours-of-servers.ts";

export function hoursOfServersNaively(
  servers: readonly string[],
  { from, until, online, watched }: HoursOf,
): ServerHours[] {
  const starts: number[] = [from];
  for (let at = from + HOUR_MICROS; at < until; at += HOUR_MICROS) starts.push(at);
  return servers.map((server) => {
    const hours = starts.map((start) => {
      const seen = online.find((hour) => hour.server === server && hour.at === start);
      const noted = watched.find((hour) => hour.server === server && hour.at === start);
      const isNoted = watched.some((hour) => hour.server === server && hour.knownSince <= start);
      const seconds = Math.max((Math.min(start + HOUR_MICROS, until) - start) / 1_000_000, 1);
      return {
        players: seen?.players ?? (noted ? 0 : null),
        average: seen ? Math.round((seen.seconds / seconds) * 100) / 100 : noted ? 0 : null,
        minutes: noted?.minutes ?? (isNoted ? 0 : null),
      };
    });
    return {
      server,
      players: hours.map(({ players }) => players),
      average: hours.map(({ average }) => average),
      watchedMinutes: hours.map(({ minutes }) => minutes),
    };
  });
}
