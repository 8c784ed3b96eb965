/** Erased people who play on under the same account, with a character that was not known when they were erased. */
import type { Queryable } from "../../../kit/sql/database.ts";
import { hasErasures, listErasedAccounts, listTombstones, tombstoneHash } from "../../privacy/index.ts";
import type { SavedBatch, SaveHooks } from "../store.ts";

/**
 * Erases the characters of erased accounts that a batch brings for the first time. Only a profile says whose character a
 * number is; tribes and their logs name it without an account, in this batch, earlier ones and later ones. Done before
 * the batch is applied, so that it is applied without them.
 */
export async function eraseNewCharacters(
  db: Queryable,
  { eraseCharacter }: SaveHooks,
  { changes, at }: SavedBatch,
): Promise<void> {
  if (!eraseCharacter || changes.profiles.length === 0 || !(await hasErasures(db))) return;
  for (const playerId of await listNewCharacters(db, changes.profiles)) await eraseCharacter(playerId, at);
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
