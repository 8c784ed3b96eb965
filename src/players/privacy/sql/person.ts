/** A person: an account, its players, their names, and their tribes, past ones too. */
import type { Queryable, Transaction } from "../../../kit/sql/database.ts";
import { isTelling } from "../core/mentions.ts";
import type { PersonId } from "../person-id.ts";
import type { KnownPerson } from "../store.ts";

export interface Person {
  readonly platformId: string | null;
  /** In decimal. The one that was asked for is among them, whether or not it is known. */
  readonly playerIds: readonly string[];
}

/** The account that is meant, and all its players. */
export async function findPerson(db: Queryable, id: PersonId): Promise<Person & KnownPerson> {
  const platformId = "platformId" in id ? id.platformId : await findPlatformId(db, id.playerId);
  const rows = await db.query<{ id: string; name: string; is_opted_out: boolean }>({
    name: "players.findPerson",
    text: `select p.id::text as id, p.character_name as name,
        exists (select from players.opt_outs o where o.player_id = p.id) as is_opted_out
      from players.players p
      where p.platform_id = $1 or p.id = $2 order by p.id`,
    values: [platformId, "playerId" in id ? String(id.playerId) : null],
  });
  const asked = "playerId" in id ? [String(id.playerId)] : [];
  return {
    platformId,
    players: rows.map((row) => ({ id: BigInt(row.id), name: row.name, isOptedOut: row.is_opted_out })),
    playerIds: [...new Set([...asked, ...rows.map((row) => row.id)])],
  };
}

/** Whose a player is. */
async function findPlatformId(db: Queryable, playerId: bigint): Promise<string | null> {
  const [row] = await db.query<{ platform_id: string | null }>({
    name: "players.findPlatformId",
    text: "select platform_id from players.players where id = $1",
    values: [String(playerId)],
  });
  return row?.platform_id ?? null;
}

/**
 * Keeps everybody who writes people away until the transaction is over: they look up tombstones, and hold the same table
 * while they do. Always the transaction's first lock.
 */
export async function lockErasures(tx: Transaction): Promise<void> {
  await tx.execute({ name: "players.lockErasures", text: "lock table players.tombstones in exclusive mode" });
}

/** Locks the account, for writers that do not look up tombstones. */
export async function lockAccount(tx: Transaction, platformId: string | null): Promise<void> {
  if (platformId === null) return;
  await tx.query({
    name: "players.lockAccount",
    text: "select from players.accounts where platform_id = $1 for update",
    values: [platformId],
  });
}

/** Locks players in the order of their ids. */
export async function lockPeople(tx: Transaction, playerIds: readonly string[]): Promise<void> {
  await tx.query({
    name: "players.lockPeople",
    text: "select from players.players where id = any ($1::bigint[]) order by id for update",
    values: [playerIds],
  });
}

/** Every name that the person is known to have had, of the character and of the account. */
export async function listPersonNames(db: Queryable, { platformId, playerIds }: Person): Promise<string[]> {
  const rows = await db.query<{ name: string }>({
    name: "players.listPersonNames",
    text: `select v.name from players.players p
        cross join lateral (values (p.character_name), (p.platform_name), (p.save_name)) as v (name)
        where p.id = any ($1::bigint[])
      union select name from players.names where player_id = any ($1::bigint[])
      union select name from players.tribe_listings where player_id = any ($1::bigint[])
      union select v.name from players.accounts a cross join lateral (values (a.summary_name), (a.seen_name)) as v (name)
        where a.platform_id = $2 and v.name is not null
      union select name from players.sessions where platform_id = $2`,
    values: [playerIds, platformId],
  });
  return rows.map(({ name }) => name).filter(isTelling);
}

/** Which of some names others have too, so that a text that uses them may mean others. */
export async function listSharedNames(
  db: Queryable,
  { playerIds }: Person,
  names: readonly string[],
): Promise<ReadonlySet<string>> {
  if (names.length === 0) return new Set();
  const rows = await db.query<{ name: string }>({
    name: "players.listSharedNames",
    text: `select v.name from players.players p
        cross join lateral (values (p.character_name), (p.platform_name)) as v (name)
        where v.name = any ($2::text[]) and p.id <> all ($1::bigint[])
      union select name from players.tribe_listings where name = any ($2::text[]) and player_id <> all ($1::bigint[])`,
    values: [playerIds, names],
  });
  return new Set(rows.map(({ name }) => name));
}

/** The tribes that the person is or was in, or owns, or is listed by. */
export async function listPersonTribes(db: Queryable, { playerIds }: Person): Promise<number[]> {
  const rows = await db.query<{ id: number }>({
    name: "players.listPersonTribes",
    text: `select tribe_id as id from players.players where id = any ($1::bigint[]) and tribe_id is not null
      union select tribe_id from players.memberships where player_id = any ($1::bigint[])
      union select tribe_id from players.tribe_listings where player_id = any ($1::bigint[])
      union select id from players.tribes where owner_id = any ($1::bigint[])`,
    values: [playerIds],
  });
  return rows.map(({ id }) => id);
}
