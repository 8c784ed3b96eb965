/** The accounts behind sessions: whose they are, where they are now, and which of them are not to be remembered. */
import type { Transaction } from "../../../kit/sql/database.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import type { Instant } from "../../../kit/time/instant.ts";
import type { SeenAccount } from "../core/presence-types.ts";
import type { SessionRow } from "../core/settle.ts";

/** Inserts rows for new accounts. In order, as locks are taken. */
export async function insertAccounts(tx: Transaction, platformIds: readonly string[]): Promise<void> {
  if (platformIds.length === 0) return;
  await tx.execute({
    name: "players.insertAccounts",
    text: `insert into players.accounts (platform_id) select platform_id from unnest($1::text[]) as platform_id
      order by platform_id collate "C" on conflict (platform_id) do nothing`,
    values: [platformIds],
  });
}

/** Locks accounts in the order of their ids, so that only one process at a time decides which session stays. */
export async function lockAccounts(tx: Transaction, platformIds: readonly string[]): Promise<void> {
  if (platformIds.length === 0) return;
  await tx.query({
    name: "players.lockAccounts",
    text: "select from players.accounts where platform_id = any ($1::text[]) order by platform_id for no key update",
    values: [platformIds],
  });
}

/** Notes where accounts are and when they were last seen, by the last session of each. */
export async function updateWhereabouts(tx: Transaction, latest: readonly SessionRow[]): Promise<void> {
  if (latest.length === 0) return;
  await tx.execute({
    name: "players.updateWhereabouts",
    text: `update players.accounts as a set last_seen = greatest(a.last_seen, v.last_seen), online_on = v.online_on
      from unnest($1::text[], $2::timestamptz[], $3::text[]) as v (platform_id, last_seen, online_on)
      where a.platform_id = v.platform_id`,
    values: [
      latest.map(({ platformId }) => platformId),
      latest.map(({ lastSeen }) => timestamp(lastSeen)),
      latest.map(({ server, endedAt }) => (endedAt === null ? server : null)),
    ],
  });
}

/** The name of an account in a server's list, and when. */
export type NamedAccount = SeenAccount & {
  readonly at: Instant;
  /** Whether the list may have lost letters of the name. */
  readonly isGarbled: boolean;
};

/**
 * Notes what servers call accounts, and answers those that have another name now. A name that may have lost letters never
 * replaces a whole one. A name that an account has already stays as old as it is.
 */
export async function updateSeenNames(tx: Transaction, accounts: readonly NamedAccount[]): Promise<string[]> {
  if (accounts.length === 0) return [];
  const rows = await tx.query<{ platform_id: string; is_renamed: boolean }>({
    name: "players.updateSeenNames",
    // A time that this sets is newer than every one before, so `seen_at = v.at` says that the name is another.
    text: `update players.accounts as a set seen_name = v.name, listed_at = v.at,
        seen_at = case when v.name is distinct from a.seen_name then v.at else a.seen_at end
      from unnest($1::text[], $2::text[], $3::timestamptz[], $4::boolean[]) as v (platform_id, name, at, is_garbled)
      where a.platform_id = v.platform_id and coalesce(greatest(a.listed_at, a.seen_at) < v.at, true)
        and (not v.is_garbled or a.seen_name = '' or position('?' in a.seen_name) > 0
          or position(chr(65533) in a.seen_name) > 0)
      returning a.platform_id, coalesce(a.seen_at = v.at, false) as is_renamed`,
    values: [
      accounts.map(({ platformId }) => platformId),
      accounts.map(({ name }) => name),
      accounts.map(({ at }) => timestamp(at)),
      accounts.map(({ isGarbled }) => isGarbled),
    ],
  });
  return rows
    .filter(({ is_renamed }) => is_renamed)
    .map(({ platform_id }) => platform_id)
    .sort();
}

/** Which of some accounts have a player who wants no history to be kept. */
export async function listOptedOut(tx: Transaction, platformIds: readonly string[]): Promise<Set<string>> {
  if (platformIds.length === 0) return new Set();
  const rows = await tx.query<{ platform_id: string }>({
    name: "players.listOptedOut",
    text: `select distinct p.platform_id from players.players p join players.opt_outs o on o.player_id = p.id
      where p.platform_id = any ($1::text[])`,
    values: [platformIds],
  });
  return new Set(rows.map(({ platform_id }) => platform_id));
}
