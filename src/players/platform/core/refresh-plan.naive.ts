/** The plan in memory, account by account: what the query of due accounts must agree with. */
import type { Instant } from "../../../kit/time/instant.ts";
import { refreshCuts, type RefreshCuts, type RefreshFacts } from "./refresh-plan.ts";
import { isSteamId } from "./steam-id.ts";

/** The order: 0 never checked, 1 online, 2 seen this week, 3 the rest. */
export type RefreshRank = 0 | 1 | 2 | 3;

/** The rank of a due account; undefined for one that is not due, or unknown to Steam. */
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
