/** Makes sure that a restore begins in a database without anything of ours. */
import type { Client } from "pg";
import { UserError } from "../../errors/user-error.ts";
import { isUnfinished } from "../../sql/unfinished-restore.ts";
import { quoted } from "./copy-rows.ts";

/** Any number that no other advisory lock of the product has. */
const RESTORE_LOCK = 7_013_418_820_253;

/** A restore that was killed holds the lock until PostgreSQL notices. */
const LOCK_WAIT_MS = 10_000;

/** @throws UserError where another restore into this database runs. The lock ends with the session. */
export async function lockRestores(client: Client): Promise<void> {
  await client.query(`set lock_timeout to ${LOCK_WAIT_MS}`);
  await client.query(`select pg_advisory_lock(${RESTORE_LOCK})`).catch((error: unknown) => {
    throw new UserError("Another restore into this database is running.", { cause: error });
  });
  await client.query("set lock_timeout to 0");
}

/**
 * Removes the remains of an interrupted restore.
 *
 * @throws UserError where the schemas hold anything else
 */
export async function requireEmpty(client: Client, schemas: readonly string[]): Promise<void> {
  const isLeft = await isUnfinished(client);
  const { rows } = await client.query<{ schema: string; relations: number }>(
    `select n.nspname as schema, count(c.oid) as relations from pg_namespace n
      left join pg_class c on c.relnamespace = n.oid where n.nspname = any ($1::text[]) group by 1 order by 1`,
    [schemas],
  );
  const used = rows.filter(({ relations }) => relations > 0);
  if (used.length > 0 && !isLeft) {
    throw new UserError(
      `The database already holds an installation of Tripod (the schemas ${used.map(({ schema }) => schema).join(", ")}). ` +
        "A backup is restored into an empty one only: choose a new data folder, or an empty database.",
    );
  }
  if (!isLeft) return;
  for (const { schema } of rows) await client.query(`drop schema ${quoted(schema)} cascade`);
}
