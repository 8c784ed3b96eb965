/** Whether a database is one that Tripod can use: its encoding, whose tables are in it, and what the account may do. */
import type { Client } from "pg";
import { UserError } from "../errors/user-error.ts";

/** The sentence about an account that may not create schemas. */
export const MAY_NOT_CREATE =
  "The database account may not create what tripod needs. Let it: " +
  "`grant create on database <its name> to <the account>`, or make the account the database's owner.";

/** The sentence about an account that may not change what another one has made. */
export const MAY_NOT_CHANGE =
  "The database account may not change the tables of tripod: another account owns them. Give tripod the account that made " +
  "them, or make this one a member of it: `grant <the owner> to <the account>`.";

/** The tables of this schema that are there before its first migration. */
const THERE_BEFORE: Readonly<Record<string, readonly string[]>> = { kit: ["migrations", "unfinished_restore"] };

/** The schema of the queue of jobs, which its library makes; other programs with the same library have one of this name. */
export const QUEUE_SCHEMA = "graphile_worker";

/** @throws UserError where text could not be stored, or would be counted and compared by its bytes */
export async function requireUnicode(client: Client): Promise<void> {
  const { rows } = await client.query<{ encoding: string }>("select current_setting('server_encoding') as encoding");
  const encoding = rows[0]?.encoding ?? "";
  if (encoding === "UTF8") return;
  throw new UserError(
    `The database has the encoding ${encoding}, which cannot hold all texts. Make one with UTF8, ` +
      "`create database <its name> encoding 'UTF8' template template0`, and name it in TRIPOD_DATABASE_URL.",
  );
}

/**
 * For a room without a migration so far.
 *
 * @throws UserError where its schema has tables, which can only be another program's
 */
export async function requireNoOtherTables(client: Client, room: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = $1 and c.relname <> all ($2::text[]) and c.relkind in ('r', 'p', 'v', 'm', 'f') limit 1`,
    [room, THERE_BEFORE[room] ?? []],
  );
  if (rows.length > 0) throw otherProgram(room);
}

/**
 * For a database in which Tripod has made nothing so far: it would change the queue of another program, and free the jobs
 * that run there.
 *
 * @throws UserError where there is a queue of jobs
 */
export async function requireNoOtherQueue(client: Client): Promise<void> {
  await requireNoOtherTables(client, QUEUE_SCHEMA);
}

/** The sentence about an account that may use our tables, and not the queue. */
export const MAY_NOT_USE_QUEUE =
  `The database account may not use the queue of jobs (schema ${QUEUE_SCHEMA}): another account owns it. Give tripod the ` +
  "account that made it, or make this one a member of it: `grant <the owner> to <the account>`.";

/** @throws UserError where there is a queue that this account cannot use */
export async function requireQueueRights(client: Client): Promise<void> {
  const { rows } = await client.query<{ mayUse: boolean }>(
    `select has_schema_privilege(n.oid, 'usage') and coalesce(bool_and(has_table_privilege(c.oid, 'select')), true) as "mayUse"
      from pg_namespace n left join pg_class c on c.relnamespace = n.oid and c.relkind in ('r', 'p', 'v')
      where n.nspname = $1 group by n.oid`,
    [QUEUE_SCHEMA],
  );
  if (rows[0]?.mayUse === false) throw new UserError(MAY_NOT_USE_QUEUE);
}

/** The message about a schema by the name of ours. */
export function otherProgram(schema: string): UserError {
  const remains = schema === QUEUE_SCHEMA ? " If an installation was removed by hand, drop this schema as well." : "";
  return new UserError(
    `The database has a schema ${schema} that Tripod has not made: another program uses it. ` +
      `Give Tripod a database of its own, and name it in TRIPOD_DATABASE_URL.${remains}`,
  );
}

/**
 * Tries nothing: it asks PostgreSQL what the account may do.
 *
 * @param begun rooms that have tables already and get further migrations
 * @param missing rooms whose schemas are still to be made
 * @throws UserError where the migrations could not be applied
 */
export async function requireRights(
  client: Client,
  { begun, missing }: { readonly begun: readonly string[]; readonly missing: readonly string[] },
): Promise<void> {
  const { rows } = await client.query<{ mayCreate: boolean; mayChange: boolean; isReadOnly: boolean }>(
    `select has_database_privilege(current_database(), 'create') as "mayCreate",
        not exists (select from pg_class c join pg_namespace n on n.oid = c.relnamespace
          where n.nspname = any ($1::text[]) and c.relkind = 'r' and not pg_has_role(c.relowner, 'usage')) as "mayChange",
        pg_is_in_recovery() or current_setting('default_transaction_read_only')::boolean as "isReadOnly"`,
    [begun],
  );
  const [can] = rows;
  if (can?.isReadOnly === true) {
    throw new UserError(
      "The database takes no changes: it is a standby, or `default_transaction_read_only` is on. Name the primary in " +
        "TRIPOD_DATABASE_URL, or turn that off.",
    );
  }
  if (missing.length > 0 && can?.mayCreate === false) throw new UserError(MAY_NOT_CREATE);
  if (can?.mayChange === false) throw new UserError(MAY_NOT_CHANGE);
}
