/** The accounts behind sessions: whose they are, where they are now, and which of them are not to be remembered. */
import type { Transaction } from "../../../kit/sql/database.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import type { SeenAccount } from "../core/presence-types.ts";
import type { SessionRow } from "../core/settle.ts";

/** Makes rows for accounts that nobody has met before. In order, as locks are taken. */
export async function insertAccounts(tx: Transaction, platformIds: readonly string[]): Promise<void> {
  if (platformIds.length === 0) return;
  await tx.execute({
    name: "players.insertAccounts",
    text: `insert into players.accounts (platform_id) select platform_id from unnest($1::text[]) as platform_id
      order by platform_id collate "C" on conflict (platform_id) do nothing`,
    values: [platformIds],
  });
}

/** Locks accounts in the order of their ids: who decides whose session stands does so alone. */
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

/** Notes what servers call accounts, and answers those whose name is new and shown: the platform told no other. */
export async function updateSeenNames(tx: Transaction, accounts: readonly SeenAccount[]): Promise<string[]> {
  if (accounts.length === 0) return [];
  const rows = await tx.query<{ platform_id: string; is_shown: boolean }>({
    name: "players.updateSeenNames",
    text: `update players.accounts as a set seen_name = v.name
      from unnest($1::text[], $2::text[]) as v (platform_id, name)
      where a.platform_id = v.platform_id and a.seen_name <> v.name
      returning a.platform_id, coalesce(a.summary_name, '') = '' as is_shown`,
    values: [accounts.map(({ platformId }) => platformId), accounts.map(({ name }) => name)],
  });
  return rows.flatMap(({ platform_id, is_shown }) => (is_shown ? platform_id : [])).sort();
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
