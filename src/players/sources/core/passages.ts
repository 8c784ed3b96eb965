/** Arrivals and departures, by the log of a game server, which contains only names. */
import type { Instant } from "../../../kit/time/instant.ts";

export interface NamedAccount {
  readonly platformId: string;
  readonly name: string;
}

/**
 * The account that a name in the log belongs to, exactly, if it can only be one. An empty name identifies no one, and
 * one with a question mark may be another that lost its letters on the way.
 */
export function accountNamed(name: string, known: Iterable<NamedAccount>): string | undefined {
  if (name === "" || name.includes("?")) return undefined;
  let found: string | undefined;
  for (const account of known) {
    if (account.name !== name || account.platformId === found) continue;
    if (found !== undefined) return undefined;
    found = account.platformId;
  }
  return found;
}

/**
 * Whether a log is current: it was emptied at `lastTakenAt`, not longer ago than three times the interval. The first
 * answer may hold the lines of days.
 */
export function isFresh(lastTakenAt: Instant | undefined, now: Instant, intervalMs: number): boolean {
  return lastTakenAt !== undefined && now - lastTakenAt <= 3 * intervalMs * 1_000;
}
