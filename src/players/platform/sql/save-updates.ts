/** Writes the platform's data of accounts. */
import { invariant } from "../../../kit/errors/invariant.ts";
import type { Transaction } from "../../../kit/sql/database.ts";
import { appendChanges } from "../../../kit/sql/outbox.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import type { Instant } from "../../../kit/time/instant.ts";
import { PLAYERS_TOPIC, type AnnouncedChange } from "../../directory/index.ts";
import type { AccountUpdate } from "../core/account-update.ts";
import type { SeenBan } from "../store.ts";

/** Work of others in its transactions, which may be run again after a deadlock: it has no other effects. */
export interface PlatformHooks {
  /**
   * Recomputes the names that are shown for the players of some accounts, and answers the ids of those whose name is
   * another now.
   */
  readonly refreshPlatformNames: (
    tx: Transaction,
    platformIds: readonly string[],
    at: Instant,
  ) => Promise<readonly string[]>;
  /** Called for each new or lifted ban. */
  readonly onBan?: (tx: Transaction, ban: SeenBan) => Promise<void>;
}

/** See `PlatformStore.save`. Accounts are locked in the order of their ids. */
export async function saveUpdates(
  tx: Transaction,
  origin: string,
  hooks: PlatformHooks,
  all: readonly AccountUpdate[],
): Promise<void> {
  invariant(new Set(all.map(({ platformId }) => platformId)).size === all.length, "an account is updated once");
  const known = await lockForUpdate(tx, all);
  const updates = all.filter(({ platformId, at }) => {
    const account = known.get(platformId);
    return account && (account.checked_at === null || account.checked_at <= at);
  });
  await updateAccounts(tx, updates);
  const isRenamed = ({ platformId, summary }: AccountUpdate): boolean =>
    summary !== undefined && summary.name !== known.get(platformId)?.summary_name;
  const players: string[] = [];
  for (const [at, ids] of byTime(updates.filter(isRenamed))) {
    players.push(...(await hooks.refreshPlatformNames(tx, ids, at)));
  }
  for (const { platformId, at, banChange: change } of updates) {
    if (!change) continue;
    await insertBan(tx, { platformId, at, change });
    await hooks.onBan?.(tx, { platformId, at, change });
  }
  const changed = updates.filter((update) => update.isChanged || isRenamed(update));
  if (changed.length === 0 && players.length === 0) return;
  const accounts = changed.map(({ platformId }) => platformId);
  const change: AnnouncedChange = {
    ...(accounts.length > 0 ? { accounts } : {}),
    ...(players.length > 0 ? { players } : {}),
  };
  await appendChanges(tx, origin, PLAYERS_TOPIC, [change]);
}

interface KnownAccount {
  readonly platform_id: string;
  readonly checked_at: Instant | null;
  readonly summary_name: string | null;
}

/** Accounts as they are under the lock. */
async function lockForUpdate(tx: Transaction, updates: readonly AccountUpdate[]): Promise<Map<string, KnownAccount>> {
  const rows = await tx.query<KnownAccount>({
    name: "players.lockAccountsToSave",
    text: `select platform_id, checked_at, summary_name from players.accounts
      where platform_id = any ($1::text[]) order by platform_id for no key update`,
    values: [updates.map(({ platformId }) => platformId)],
  });
  return new Map(rows.map((row) => [row.platform_id, row]));
}

/** Writes summaries and bans where there are new ones, and that accounts were checked, for a whole batch. */
async function updateAccounts(tx: Transaction, updates: readonly AccountUpdate[]): Promise<void> {
  if (updates.length === 0) return;
  const column = <Value>(read: (update: AccountUpdate) => Value | undefined) => updates.map((one) => read(one) ?? null);
  await tx.execute({
    name: "players.updateAccounts",
    text: `update players.accounts as a set
        summary_name = coalesce(v.summary_name, a.summary_name),
        summary_at = case
          when v.summary_name is null or v.summary_name is not distinct from a.summary_name then a.summary_at
          else v.at
        end,
        avatar_url = coalesce(v.avatar_url, a.avatar_url),
        profile_url = coalesce(v.profile_url, a.profile_url),
        community_banned = coalesce(v.community_banned, a.community_banned),
        anti_cheat_banned = coalesce(v.anti_cheat_banned, a.anti_cheat_banned),
        anti_cheat_bans = coalesce(v.anti_cheat_bans, a.anti_cheat_bans),
        days_since_last_ban = coalesce(v.days_since_last_ban, a.days_since_last_ban),
        game_bans = coalesce(v.game_bans, a.game_bans),
        bans_at = case when v.game_bans is null then a.bans_at else v.at end,
        checked_at = case when v.is_checked then v.at else a.checked_at end,
        claimed_until = case when v.is_checked then null else a.claimed_until end
      from unnest($1::text[], $2::timestamptz[], $3::boolean[], $4::text[], $5::text[], $6::text[],
          $7::boolean[], $8::boolean[], $9::integer[], $10::integer[], $11::integer[])
        as v (platform_id, at, is_checked, summary_name, avatar_url, profile_url,
          community_banned, anti_cheat_banned, anti_cheat_bans, days_since_last_ban, game_bans)
      where a.platform_id = v.platform_id`,
    values: [
      column(({ platformId }) => platformId),
      column(({ at }) => timestamp(at)),
      column(({ isChecked }) => isChecked),
      column(({ summary }) => summary?.name),
      column(({ summary }) => summary?.avatarUrl),
      column(({ summary }) => summary?.profileUrl),
      column(({ bans }) => bans?.communityBanned),
      column(({ bans }) => bans?.antiCheatBanned),
      column(({ bans }) => bans?.numberOfAntiCheatBans),
      column(({ bans }) => bans?.daysSinceLastBan),
      column(({ bans }) => bans?.numberOfGameBans),
    ],
  });
}

/** Keeps a ban for the account's history, unless a player of the account wants none. The account is locked, as by an opt-out. */
async function insertBan(tx: Transaction, { platformId, at, change }: SeenBan): Promise<void> {
  await tx.execute({
    name: "players.insertBan",
    text: `insert into players.bans (platform_id, seen_at, is_first, members, before, after)
      select $1::text, $2::timestamptz, $3::boolean, $4::text[], $5::jsonb, $6::jsonb
      where not exists (
        select from players.opt_outs o join players.players p on p.id = o.player_id where p.platform_id = $1)`,
    values: [
      platformId,
      timestamp(at),
      change.isFirst,
      change.members,
      JSON.stringify(change.before),
      JSON.stringify(change.after),
    ],
  });
}

function byTime(updates: readonly AccountUpdate[]): Map<Instant, string[]> {
  const groups = new Map<Instant, string[]>();
  for (const { at, platformId } of updates) groups.set(at, [...(groups.get(at) ?? []), platformId]);
  return groups;
}
