/** What transactions that write people must know of erasures. */
import type { Queryable, Transaction } from "../../../kit/sql/database.ts";
import { tombstoneHash } from "../core/tombstone.ts";

/**
 * Blocks erasures until the transaction is over; earlier erasures are visible to what it reads after this. An erasure
 * locks the table of tombstones in exclusive mode before anything else. Always the transaction's first lock of more
 * than its own server, so that an erasure and a batch never wait for each other.
 */
export async function holdOffErasure(tx: Transaction): Promise<void> {
  await tx.execute({ name: "players.holdOffErasure", text: "lock table players.tombstones in row share mode" });
}

/** Whether any person was ever erased. */
export async function hasErasures(q: Queryable): Promise<boolean> {
  const [row] = await q.query<{ has_any: boolean }>({
    name: "players.hasErasures",
    text: "select exists (select from players.tombstones) as has_any",
  });
  return row?.has_any ?? false;
}

/** Which of some digests, in hexadecimal, are those of people who were erased. */
export async function listTombstones(q: Queryable, digests: readonly string[]): Promise<string[]> {
  if (digests.length === 0) return [];
  const rows = await q.query<{ digest: string }>({
    name: "players.listTombstones",
    text: `select encode(hash, 'hex') as digest from players.tombstones
      where hash in (select decode(digest, 'hex') from unnest($1::text[]) as digest)`,
    values: [digests],
  });
  return rows.map(({ digest }) => digest);
}

/** Which of some accounts belong to people who were erased. */
export async function listErasedAccounts(q: Queryable, platformIds: readonly string[]): Promise<Set<string>> {
  const byDigest = new Map(platformIds.map((id) => [tombstoneHash("account", id).toString("hex"), id]));
  const erased = await listTombstones(q, [...byDigest.keys()]);
  return new Set(erased.flatMap((digest) => byDigest.get(digest) ?? []));
}

/** Which of some players were erased without their account, because none was known. */
export async function listWithoutAccount(q: Queryable, playerIds: readonly bigint[]): Promise<Set<bigint>> {
  if (playerIds.length === 0) return new Set();
  const byDigest = new Map(playerIds.map((id) => [tombstoneHash("player", id).toString("hex"), id]));
  const rows = await q.query<{ digest: string }>({
    name: "players.listTombstonesWithoutAccount",
    text: `select encode(hash, 'hex') as digest from players.tombstones
      where lacks_account and hash in (select decode(digest, 'hex') from unnest($1::text[]) as digest)`,
    values: [[...byDigest.keys()]],
  });
  return new Set(rows.flatMap(({ digest }) => byDigest.get(digest) ?? []));
}
