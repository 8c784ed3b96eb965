/** The name of an account that is shown for its players. */
import type { Transaction } from "../../../kit/sql/database.ts";
import type { Instant } from "../../../kit/time/instant.ts";
import { shownName } from "../core/shown-name.ts";
import { ACCOUNT_NAMES, accountNamesOf, type AccountNamesRow } from "./account-names.ts";
import { recordNames } from "./record-names.ts";

/**
 * Computes the platform's names of players again, after what is known of their accounts has changed; see `shownName`.
 * Writes those that are others now, with their history, and answers the ids of their players, in decimal. Locks these players in the order of their
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

interface NamedRow extends AccountNamesRow {
  readonly id: string;
  readonly platform_name: string;
  readonly save_name: string;
  readonly save_name_at: Instant | null;
}

/** Players of accounts that have another name now. All players of these accounts are locked. */
async function lockRenamed(tx: Transaction, platformIds: readonly string[]): Promise<{ id: string; name: string }[]> {
  const rows = await tx.query<NamedRow>({
    name: "players.lockRenamed",
    text: `select p.id::text as id, p.platform_name, p.save_name, p.save_name_at, ${ACCOUNT_NAMES}
      from players.players p join players.accounts a on a.platform_id = p.platform_id
      where p.platform_id = any ($1::text[]) order by p.id for no key update of p`,
    values: [platformIds],
  });
  return rows.flatMap((row) => {
    const name = shownName([...accountNamesOf(row), { source: "save", name: row.save_name, at: row.save_name_at }]);
    return name === row.platform_name ? [] : [{ id: row.id, name }];
  });
}
