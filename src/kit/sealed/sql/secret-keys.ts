/** Which secret keys have sealed something in this database. */
import type { Queryable, Transaction } from "../../sql/database.ts";

/** The ids of the keys that are needed to open what is stored. */
export async function listSecretKeys(q: Queryable): Promise<string[]> {
  const rows = await q.query<{ id: string }>({
    name: "kit.listSecretKeys",
    text: "select id from kit.secret_keys order by since, id limit 1000",
  });
  return rows.map(({ id }) => id);
}

/** Whether the list is there: a new database, and one of an older release, have none. */
export async function hasSecretKeyList(q: Queryable): Promise<boolean> {
  const [row] = await q.query<{ there: boolean }>({
    name: "kit.hasSecretKeyList",
    text: "select to_regclass('kit.secret_keys') is not null as there",
  });
  return row?.there === true;
}

/** No process adds a key until the transaction ends: of two processes with different keys, the second sees the first. */
export async function lockSecretKeys(tx: Transaction): Promise<void> {
  await tx.execute({
    name: "kit.lockSecretKeys",
    text: "lock table kit.secret_keys in share row exclusive mode",
  });
}

/** The key is about to seal something. */
export async function addSecretKey(tx: Transaction, id: string): Promise<void> {
  await tx.execute({
    name: "kit.addSecretKey",
    text: "insert into kit.secret_keys (id) values ($1) on conflict (id) do nothing",
    values: [id],
  });
}

/** Nothing that is stored was sealed with other keys than these. */
export async function forgetOtherSecretKeys(q: Queryable, ids: readonly string[]): Promise<void> {
  await q.execute({
    name: "kit.forgetOtherSecretKeys",
    text: "delete from kit.secret_keys where id <> all ($1)",
    values: [ids],
  });
}
