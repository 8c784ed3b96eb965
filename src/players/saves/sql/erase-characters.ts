/** Erased people of whom a save tells what was not known when they were erased: another character, or the account. */
import type { Queryable } from "../../../kit/sql/database.ts";
import {
  hasErasures,
  listErasedAccounts,
  listTombstones,
  listWithoutAccount,
  tombstoneHash,
} from "../../privacy/index.ts";
import type { SavedBatch, SaveHooks } from "../store.ts";

/**
 * Erases the characters of erased accounts that a batch brings for the first time, and first the accounts of characters that
 * were erased by their number while no account was known. Only a profile says whose character a
 * number is; tribes and their logs name it without an account, in this batch, earlier ones and later ones. Done before
 * the batch is applied, so that it is applied without them.
 */
export async function eraseNewCharacters(
  db: Queryable,
  { erase }: SaveHooks,
  { changes, at }: SavedBatch,
): Promise<void> {
  if (!erase || changes.profiles.length === 0 || !(await hasErasures(db))) return;
  for (const platformId of await listNewAccounts(db, changes.profiles)) await erase({ platformId }, at);
  for (const playerId of await listNewCharacters(db, changes.profiles)) await erase({ playerId }, at);
}

/** Accounts that are not known to be erased, of characters that were erased without one. */
async function listNewAccounts(db: Queryable, profiles: SavedBatch["changes"]["profiles"]): Promise<string[]> {
  const ids = profiles.map(({ content }) => content.id);
  const alone = await listWithoutAccount(db, ids);
  const accounts = profiles.flatMap(({ content }) => (alone.has(content.id) ? (content.platformId ?? []) : []));
  const erased = await listErasedAccounts(db, accounts);
  return [...new Set(accounts)].filter((platformId) => !erased.has(platformId));
}

/** Characters of erased accounts that are not known to be erased. Not those that are stored as another account's. */
async function listNewCharacters(db: Queryable, profiles: SavedBatch["changes"]["profiles"]): Promise<bigint[]> {
  const accounts = new Set(profiles.flatMap(({ content }) => content.platformId ?? []));
  const erased = await listErasedAccounts(db, [...accounts]);
  const digests = new Map<string, bigint>();
  for (const { content } of profiles) {
    if (content.platformId === undefined || !erased.has(content.platformId)) continue;
    digests.set(tombstoneHash("player", content.id).toString("hex"), content.id);
  }
  if (digests.size === 0) return [];
  const known = new Set(await listTombstones(db, [...digests.keys()]));
  const fresh = [...digests].filter(([digest]) => !known.has(digest)).map(([, id]) => id);
  const others = await listOfOtherAccounts(db, fresh, [...erased]);
  return fresh.filter((id) => !others.has(id));
}

/** Numbers of players that belong to accounts which were not erased. */
async function listOfOtherAccounts(
  db: Queryable,
  playerIds: readonly bigint[],
  erased: readonly string[],
): Promise<Set<bigint>> {
  const rows = await db.query<{ id: string }>({
    name: "players.listPlayersOfOtherAccounts",
    text: `select id::text as id from players.players
      where id = any ($1::bigint[]) and platform_id <> all ($2::text[])`,
    values: [playerIds.map(String), erased],
  });
  return new Set(rows.map(({ id }) => BigInt(id)));
}
