/** Bans age between looks, and new ones are reported. */
import type { Instant } from "../../../kit/time/instant.ts";
import { DAY_MICROS } from "../../../kit/time/spans.ts";
import { MAX_INT32, NO_BANS, type PlatformBans } from "./account.ts";

/**
 * Days since the last ban, as of `now`: the stored number, and one for each whole day since `fetchedAt`. 0 without a
 * ban to count from, whatever was stored; never more than 2,147,483,647.
 */
export function daysSinceLastBan(
  stored: number,
  fetchedAt: Instant,
  now: Instant,
  counts: Pick<PlatformBans, "numberOfAntiCheatBans" | "numberOfGameBans">,
): number {
  if (counts.numberOfAntiCheatBans <= 0 && counts.numberOfGameBans <= 0) return 0;
  const wholeDays = Math.max(Math.floor((now - fetchedAt) / DAY_MICROS), 0);
  return Math.min(stored + wholeDays, MAX_INT32);
}

const FLAGS = ["communityBanned", "antiCheatBanned"] as const;
const COUNTS = ["numberOfAntiCheatBans", "numberOfGameBans"] as const;

/** A fact of an account that webhooks may report: it was banned, or a ban was lifted. */
export interface BanChange {
  /** True when nothing was known of the account before: the bans may be years old. */
  readonly isFirst: boolean;
  /** Flags that have flipped, either way, and counts that have risen; at least one. */
  readonly members: readonly ((typeof FLAGS)[number] | (typeof COUNTS)[number])[];
  /** `NO_BANS` when nothing was known. */
  readonly before: PlatformBans;
  readonly after: PlatformBans;
}

/**
 * The news when `before` is followed by `after`; undefined when there is none. A count that falls and a last ban that
 * grows older are not new; nor is an account that is seen for the first time and has no bans.
 */
export function banChange(before: PlatformBans | null, after: PlatformBans): BanChange | undefined {
  const known = before ?? NO_BANS;
  const members = [
    ...FLAGS.filter((flag) => known[flag] !== after[flag]),
    ...COUNTS.filter((count) => after[count] > known[count]),
  ];
  return members.length === 0 ? undefined : { isFirst: before === null, members, before: known, after };
}
