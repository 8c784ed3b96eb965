/** The name of an account that is shown for its players. */
import type { Transaction } from "../../../kit/sql/database.ts";
import type { Instant } from "../../../kit/time/instant.ts";
import { recordNames } from "./record-names.ts";

/**
 * Computes the platform's names of players anew, after what is known of their accounts has changed: the name by which the
 * platform shows the account, else the one on a server's list, else the one in the save. Writes those that are others
 * now, with their history, and answers the ids of their players, in decimal. Locks these players in the order of their
 * ids; the caller has locked the accounts.
 */
export async function refreshPlatformNames(
  tx: Transaction,
  platformIds: readonly string[],
  at: Instant,
): Promise<string[]> {
  if (platformIds.length === 0) return [];
  const renamed = await lockRenamed(tx, platformIds);
  if (renamed.length === 0) return [];
  await tx.execute({
    name: "players.updatePlatformNames",
    text: `update players.players p set platform_name = v.name
      from unnest($1::bigint[], $2::text[]) as v (id, name) where p.id = v.id`,
    values: [renamed.map(({ id }) => id), renamed.map(({ name }) => name)],
  });
  await recordNames(
    tx,
    "platform",
    renamed.map(({ id, name }) => ({ playerId: id, name, since: at })),
  );
  return renamed.map(({ id }) => id);
}

/** Players of accounts that have another name now, locked. */
function lockRenamed(tx: Transaction, platformIds: readonly string[]): Promise<{ id: string; name: string }[]> {
  return tx.query<{ id: string; name: string }>({
    name: "players.lockRenamed",
    text: `select p.id::text as id, coalesce(nullif(a.summary_name, ''), nullif(a.seen_name, ''), p.save_name) as name
      from players.players p join players.accounts a on a.platform_id = p.platform_id
      where p.platform_id = any ($1::text[])
        and p.platform_name <> coalesce(nullif(a.summary_name, ''), nullif(a.seen_name, ''), p.save_name)
      order by p.id for no key update of p`,
    values: [platformIds],
  });
}
