/**
 * When accounts are asked about again: those of players who are online hourly, of those seen this week daily, all others
 * monthly. A million accounts then cost a fraction of the 100,000 calls that a key has each day.
 */
import { plusMillis, type Instant } from "../../../kit/time/instant.ts";
import { isSteamId } from "./steam-id.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** What decides when an account is due. */
export interface RefreshFacts {
  readonly platformId: string;
  /** Whether a player with this account is on a server now. */
  readonly isOnline: boolean;
  /** When a player with this account was last seen anywhere; null for one who never was. */
  readonly lastSeenAt: Instant | null;
  /** When the platform was last asked about it and answered, were it that it knows no such account; null for never. */
  readonly checkedAt: Instant | null;
}

/** The plan as four points in time, for those who must find due accounts among many. */
export interface RefreshCuts {
  /** An account of an online player is due when it was checked at this time or before. */
  readonly onlineBefore: Instant;
  /** Whoever was seen at this time or later was seen this week. */
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

/** Who comes first: 0 never checked, 1 online, 2 seen this week, 3 the rest. */
export type RefreshRank = 0 | 1 | 2 | 3;

/** The rank of an account that is due; undefined for one that is not, or that Steam knows nothing of. */
export function refreshRank(facts: RefreshFacts, cuts: RefreshCuts): RefreshRank | undefined {
  const { platformId, isOnline, lastSeenAt, checkedAt } = facts;
  if (!isSteamId(platformId)) return undefined;
  if (checkedAt === null) return 0;
  if (isOnline && checkedAt <= cuts.onlineBefore) return 1;
  if (lastSeenAt !== null && lastSeenAt >= cuts.activeSince && checkedAt <= cuts.activeBefore) return 2;
  return checkedAt <= cuts.restBefore ? 3 : undefined;
}

/** The accounts that are due at `now`, by rank, within a rank longest unchecked first, then by id. */
export function refreshPlan<Facts extends RefreshFacts>(accounts: readonly Facts[], now: Instant): Facts[] {
  const cuts = refreshCuts(now);
  return accounts
    .flatMap((account) => {
      const rank = refreshRank(account, cuts);
      return rank === undefined ? [] : [{ account, rank }];
    })
    .sort(
      (one, other) =>
        one.rank - other.rank ||
        (one.account.checkedAt ?? 0) - (other.account.checkedAt ?? 0) ||
        (one.account.platformId < other.account.platformId ? -1 : 1),
    )
    .map(({ account }) => account);
}
