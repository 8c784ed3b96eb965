/** The mark of a database that a backup is being restored into: no process uses it before the restore has finished. */
import type { Client } from "pg";
import { UserError } from "../errors/user-error.ts";

/** Says that a restore has begun, so that one that was cut off is seen. */
export async function markUnfinished(client: Client): Promise<void> {
  await client.query("create schema if not exists kit");
  await client.query("create table kit.unfinished_restore (since timestamptz not null default clock_timestamp())");
}

/** Says that it has finished. */
export async function clearUnfinished(client: Client): Promise<void> {
  await client.query("drop table kit.unfinished_restore");
}

/** Whether a restore has begun and not finished. */
export async function isUnfinished(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ there: boolean }>(
    "select to_regclass('kit.unfinished_restore') is not null as there",
  );
  return rows[0]?.there === true;
}

/** @throws UserError where a restore has begun and not finished */
export async function requireFinished(client: Client): Promise<void> {
  if (!(await isUnfinished(client))) return;
  throw new UserError(
    "A backup is being restored into this database, or the restore was cut off. Wait until it has finished, or give " +
      "the command `tripod restore` again: it starts over.",
  );
}
