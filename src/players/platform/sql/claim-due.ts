/** Hands out accounts that are due to be asked about. */
import type { Transaction } from "../../../kit/sql/database.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import { plusMillis, utcDay, type Instant } from "../../../kit/time/instant.ts";
import { DAY_MS } from "../../../kit/time/spans.ts";
import type { PlatformBans, StoredAccount } from "../core/account.ts";
import type { PlatformStore } from "../store.ts";

type Claim = Parameters<PlatformStore["claimDue"]>[0];

/**
 * Claims accounts rank by rank until there are enough; see `PlatformStore.claimDue`. An account that was claimed by one
 * rank is not free any more for the next. Each rank reads an index of its own in its order, so that it costs as much as
 * it finds, however many accounts there are.
 */
export async function claimDue(tx: Transaction, claim: Claim): Promise<StoredAccount[]> {
  const claimed: StoredAccount[] = [];
  for (const claimRank of [claimUnchecked, claimOnline, claimActive, claimRest]) {
    const limit = claim.limit - claimed.length;
    if (limit > 0) claimed.push(...(await claimRank(tx, { ...claim, limit })).map(accountOfRow));
  }
  return claimed;
}

interface AccountRow {
  readonly platform_id: string;
  readonly summary_name: string | null;
  readonly avatar_url: string | null;
  readonly profile_url: string | null;
  readonly community_banned: boolean | null;
  readonly anti_cheat_banned: boolean | null;
  readonly anti_cheat_bans: number | null;
  readonly days_since_last_ban: number | null;
  readonly game_bans: number | null;
  readonly bans_at: Instant | null;
}

/** Skips rows that another process is claiming at this moment, instead of waiting for them. */
const LOCKED_IN_PASSING = "for no key update skip locked";

/** As the indexes have it; `isSteamId` in SQL. */
const IS_FREE_STEAM_ACCOUNT = "platform_id ~ '^7656119[0-9]{10}$' and (claimed_until is null or claimed_until <= $1)";

/** The claim of what a CTE `due` found, answered in the order of a rank. */
const CLAIM_DUE = `claimed as (
  update players.accounts as a set claimed_until = $2 from due where a.platform_id = due.platform_id
  returning a.platform_id, a.summary_name, a.avatar_url, a.profile_url, a.community_banned, a.anti_cheat_banned,
    a.anti_cheat_bans, a.days_since_last_ban, a.game_bans, a.bans_at, a.checked_at
)
select platform_id, summary_name, avatar_url, profile_url, community_banned, anti_cheat_banned,
  anti_cheat_bans, days_since_last_ban, game_bans, bans_at
from claimed order by checked_at, platform_id`;

/** Rank 0: accounts that were never checked. */
function claimUnchecked(tx: Transaction, { now, until, limit }: Claim): Promise<AccountRow[]> {
  return tx.query({
    name: "players.claimUnchecked",
    text: `with due as (
        select platform_id from players.accounts where checked_at is null and ${IS_FREE_STEAM_ACCOUNT}
        order by platform_id limit $3 ${LOCKED_IN_PASSING}
      ), ${CLAIM_DUE}`,
    values: [timestamp(now), timestamp(until), limit],
  });
}

/** Rank 1: accounts of players who are on a server now. */
function claimOnline(tx: Transaction, { now, until, limit, cuts }: Claim): Promise<AccountRow[]> {
  return tx.query({
    name: "players.claimOnline",
    text: `with due as (
        select platform_id from players.accounts
        where online_on is not null and checked_at <= $4 and ${IS_FREE_STEAM_ACCOUNT}
        order by checked_at, platform_id limit $3 ${LOCKED_IN_PASSING}
      ), ${CLAIM_DUE}`,
    values: [timestamp(now), timestamp(until), limit, timestamp(cuts.onlineBefore)],
  });
}

/**
 * Rank 2: accounts of players who were seen lately. Looked up by the day of their last visit, which does not change
 * with every poll. The order is spelled as a sum so that PostgreSQL does not use the index of all accounts by their
 * last check. It would then walk through nearly all accounts, because most were not seen lately.
 */
function claimActive(tx: Transaction, { now, until, limit, cuts }: Claim): Promise<AccountRow[]> {
  return tx.query({
    name: "players.claimActive",
    text: `with due as (
        select platform_id from players.accounts
        where active_day = any ($5::date[]) and active_day is not null and last_seen >= $6
          and checked_at <= $4 and ${IS_FREE_STEAM_ACCOUNT}
        order by checked_at + interval '0', platform_id limit $3 ${LOCKED_IN_PASSING}
      ), ${CLAIM_DUE}`,
    values: [
      timestamp(now),
      timestamp(until),
      limit,
      timestamp(cuts.activeBefore),
      daysBetween(cuts.activeSince, now),
      timestamp(cuts.activeSince),
    ],
  });
}

/** Rank 3: all others. */
function claimRest(tx: Transaction, { now, until, limit, cuts }: Claim): Promise<AccountRow[]> {
  return tx.query({
    name: "players.claimRest",
    text: `with due as (
        select platform_id from players.accounts where checked_at <= $4 and ${IS_FREE_STEAM_ACCOUNT}
        order by checked_at, platform_id limit $3 ${LOCKED_IN_PASSING}
      ), ${CLAIM_DUE}`,
    values: [timestamp(now), timestamp(until), limit, timestamp(cuts.restBefore)],
  });
}

/**
 * From the day of one instant to the day after another's: the clock of the process that saw an account may be ahead of
 * ours.
 */
function daysBetween(from: Instant, to: Instant): string[] {
  const days: string[] = [];
  const last = utcDay(plusMillis(to, DAY_MS));
  for (let at = from; utcDay(at) <= last; at = plusMillis(at, DAY_MS)) days.push(utcDay(at));
  return days;
}

function accountOfRow(row: AccountRow): StoredAccount {
  const { summary_name: name, avatar_url: avatarUrl, profile_url: profileUrl } = row;
  return {
    platformId: row.platform_id,
    summary: name === null ? null : { name, avatarUrl: avatarUrl ?? "", profileUrl: profileUrl ?? "" },
    bans: bansOfRow(row),
    bansAt: row.bans_at,
  };
}

function bansOfRow(row: AccountRow): PlatformBans | null {
  if (row.bans_at === null) return null;
  return {
    communityBanned: row.community_banned ?? false,
    antiCheatBanned: row.anti_cheat_banned ?? false,
    numberOfAntiCheatBans: row.anti_cheat_bans ?? 0,
    daysSinceLastBan: row.days_since_last_ban ?? 0,
    numberOfGameBans: row.game_bans ?? 0,
  };
}
