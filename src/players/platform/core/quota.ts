/** A key of the Steam Web API has 100,000 calls for each day (Steam Web API Terms of Use), counted by days in UTC. */
import { createHash } from "node:crypto";
import { utcDay, type Instant } from "../../../kit/time/instant.ts";

const CALLS_PER_DAY = 100_000;

/** How many calls of a key's day may be made here, when `percent` of them are ours; at least one batch of two. */
export function dailyCalls(percent: number): number {
  return Math.max(Math.floor((CALLS_PER_DAY * percent) / 100), 2);
}

/** Calls of the current day: `counted` belong to `day`, which may be over. */
export function callsToday(
  counted: { readonly day: string; readonly calls: number } | undefined,
  now: Instant,
): number {
  return counted?.day === utcDay(now) ? counted.calls : 0;
}

/**
 * A name for a key that does not tell it: 16 hex digits of a digest. Counts and problems of a key are kept under this
 * name, so that a new key begins with a clean slate.
 */
export function keyIdOf(key: string): string {
  return createHash("sha256").update(`steam web api key ${key}`).digest("hex").slice(0, 16);
}
