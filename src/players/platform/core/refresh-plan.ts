/**
 * When accounts are asked about again: those of players who are online hourly, of those seen this week daily, all others
 * monthly. A million accounts then cost a fraction of the 100,000 calls that a key has each day.
 */
import { plusMillis, type Instant } from "../../../kit/time/instant.ts";
import { HOUR_MS, DAY_MS } from "../../../kit/time/spans.ts";

/** The facts that decide when an account is due. */
export interface RefreshFacts {
  readonly platformId: string;
  /** Whether a player with this account is on a server now. */
  readonly isOnline: boolean;
  /** When a player with this account was last seen anywhere; null for one who never was. */
  readonly lastSeenAt: Instant | null;
  /** When the platform was last asked about it and answered, were it that it knows no such account; null for never. */
  readonly checkedAt: Instant | null;
}

/** The plan as four points in time, for finding due accounts among many. */
export interface RefreshCuts {
  /** An account of an online player is due when it was checked at this time or before. */
  readonly onlineBefore: Instant;
  /** Accounts that were seen at this time or later were seen this week. */
  readonly activeSince: Instant;
  /** An account that was seen this week is due when it was checked at this time or before. */
  readonly activeBefore: Instant;
  /** Any account is due when it was checked at this time or before. */
  readonly restBefore: Instant;
}

/** The plan's points in time as of `now`: an hour, a week, a day and 30 days ago. */
export function refreshCuts(now: Instant): RefreshCuts {
  return {
    onlineBefore: plusMillis(now, -HOUR_MS),
    activeSince: plusMillis(now, -7 * DAY_MS),
    activeBefore: plusMillis(now, -DAY_MS),
    restBefore: plusMillis(now, -30 * DAY_MS),
  };
}
