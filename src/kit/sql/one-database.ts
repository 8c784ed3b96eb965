/** Whether two addresses lead to one database, whatever accounts, poolers and names they go by. */
import { randomBytes } from "node:crypto";
import { UserError } from "../errors/user-error.ts";
import type { Connection, DirectClient } from "./connection.ts";
import { queryError } from "./query-error.ts";
import { connectNamed } from "./server-away.ts";

/**
 * Takes a lock over one address and sees over the other that it is taken: only sessions of one database see each other's. Both
 * locks end with their transactions, so it can be asked through a pooler too.
 *
 * @throws UserError when an address does not answer, or they lead to different databases
 */
export async function requireOneDatabase(connection: Connection, direct: Connection): Promise<void> {
  const one = await connectNamed(connection, "TRIPOD_DATABASE_URL");
  try {
    const other = await connectNamed(direct, "TRIPOD_DIRECT_DATABASE_URL");
    try {
      if (await seesLockOf(one, other)) return;
    } finally {
      await other.end();
    }
  } finally {
    await one.end();
  }
  throw new UserError(
    "TRIPOD_DIRECT_DATABASE_URL leads to another database than TRIPOD_DATABASE_URL. Give both the same server and database: " +
      "jobs that wait in one would never be found in the other.",
  );
}

async function seesLockOf(one: DirectClient, other: DirectClient): Promise<boolean> {
  // A number that no lock of the product has, and no other process asks about now.
  const lock = randomBytes(6).readUIntBE(0, 6);
  try {
    await other.query("begin");
    await other.query("select pg_advisory_xact_lock($1::bigint)", [lock]);
    const { rows } = await one.query<{ taken: boolean }>("select pg_try_advisory_xact_lock($1::bigint) as taken", [
      lock,
    ]);
    await other.query("rollback");
    return rows[0]?.taken === false;
  } catch (error) {
    throw queryError("kit.seesLock", error);
  }
}
