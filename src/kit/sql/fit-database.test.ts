/** Databases that Tripod cannot use: a check and a start say so, in the same sentence, and change nothing. */
import { randomBytes } from "node:crypto";
import { afterAll, expect, inject, test } from "vitest";
import { migrationRooms, testDatabase } from "../../../test/support/database.ts";
import { keptLog } from "../../../test/support/kept-log.ts";
import { UserError } from "../errors/user-error.ts";
import { migrateJobs } from "../jobs/job-runner.ts";
import { connectOnce, type Connection } from "./connection.ts";
import { migrate, pendingMigrations } from "./migrate.ts";

const rooms = migrationRooms(["kit", "registry"]);
const account = `ours_${randomBytes(4).toString("hex")}`;
await run(inject("testServer"), `create role ${account} login password 'x'`);
afterAll(() => run(inject("testServer"), `drop role ${account}`));

async function run(connection: Connection, ...texts: readonly string[]): Promise<void> {
  const client = await connectOnce(connection, "test");
  for (const text of texts) await client.query(text);
  await client.end();
}

/** The connection with other parts. */
function withParts(connection: Connection, parts: { user?: string; password?: string; database?: string }): Connection {
  if (!("connectionString" in connection)) return { ...connection, ...parts };
  const url = new URL(connection.connectionString);
  if (parts.user !== undefined) [url.username, url.password] = [parts.user, parts.password ?? ""];
  if (parts.database !== undefined) url.pathname = parts.database;
  return { connectionString: url.href };
}

const asAccount = (connection: Connection): Connection => withParts(connection, { user: account, password: "x" });

/** Of a check, and then of a start: one that is not refused leaves nothing to be checked. */
async function refusals(connection: Connection): Promise<string[]> {
  const refused: string[] = [];
  for (const attempt of [
    () => pendingMigrations(connection, rooms),
    () => migrate(connection, rooms, { log: keptLog() }),
  ]) {
    refused.push(
      await attempt().then(
        () => "was accepted",
        (error: unknown) =>
          error instanceof UserError ? error.message : `an error without a sentence: ${String(error)}`,
      ),
    );
  }
  return refused;
}

async function schemasOf(connection: Connection): Promise<string[]> {
  const client = await connectOnce(connection, "test");
  const { rows } = await client.query<{ name: string }>(
    "select nspname as name from pg_namespace where nspname !~ '^(pg_|information_schema)' order by 1",
  );
  await client.end();
  return rows.map(({ name }) => name);
}

test.each(["LATIN1", "SQL_ASCII"])("a new database with the encoding %s", async (encoding) => {
  const name = `tripod_test_${randomBytes(6).toString("hex")}`;
  const server = inject("testServer");
  const locale = "locale_provider libc lc_collate 'C' lc_ctype 'C'";
  await run(server, `create database ${name} template template0 encoding '${encoding}' ${locale}`);
  const connection = withParts(server, { database: name });
  const says = `The database has the encoding ${encoding}, which cannot hold all texts. Make one with UTF8, `;
  expect(await refusals(connection)).toEqual([expect.stringContaining(says), expect.stringContaining(says)]);
  expect(await schemasOf(connection)).toEqual(["public"]);
  await run(server, `drop database ${name} with (force)`);
});

test("a database in which another program has a schema by the name of ours", async () => {
  const { connection } = await testDatabase({ rooms: [] });
  await run(connection, "create schema registry", "create table registry.servers (id integer)");
  const says = "The database has a schema registry that Tripod has not made: another program uses it.";
  expect(await refusals(connection)).toEqual([expect.stringContaining(says), expect.stringContaining(says)]);
  expect(await schemasOf(connection)).toEqual(["public", "registry"]);
});

test("a new database in which another program has a queue of jobs, and not one that has been ours all along", async () => {
  const { connection } = await testDatabase({ rooms: [] });
  await migrateJobs(connection);
  const says = "The database has a schema graphile_worker that Tripod has not made: another program uses it.";
  expect(await refusals(connection)).toEqual([expect.stringContaining(says), expect.stringContaining(says)]);
  expect(await schemasOf(connection)).toEqual(["graphile_worker", "public"]);

  const ours = await testDatabase({ rooms: ["kit"] });
  await migrateJobs(ours.connection);
  expect((await pendingMigrations(ours.connection, rooms)).length).toBeGreaterThan(0);
  await migrate(ours.connection, rooms, { log: keptLog() });
});

test("a database in which another program keeps a record of migrations by the name of ours", async () => {
  const { connection } = await testDatabase({ rooms: [] });
  await run(connection, "create schema kit", "create table kit.migrations (version text)");
  const says = "The database has a schema kit that Tripod has not made: another program uses it.";
  expect(await refusals(connection)).toEqual([expect.stringContaining(says), expect.stringContaining(says)]);
});

test("schemas that an administrator has made beforehand, without tables, are used", async () => {
  const { connection } = await testDatabase({ rooms: [] });
  await run(connection, "create schema kit", "create schema registry");
  expect((await pendingMigrations(connection, rooms)).length).toBeGreaterThan(0);
  await migrate(connection, rooms, { log: keptLog() });
  expect(await pendingMigrations(connection, rooms)).toEqual([]);
});

test("an account that may not create schemas", async () => {
  const { connection } = await testDatabase({ rooms: [] });
  const says = expect.stringContaining("The database account may not create what tripod needs.");
  expect(await refusals(asAccount(connection))).toEqual([says, says]);
});

test("an account that may read and write what another one has made, and not change it", async () => {
  const { connection } = await testDatabase({ rooms: ["kit"] });
  const database =
    "database" in connection ? connection.database : new URL(connection.connectionString).pathname.slice(1);
  await run(
    connection,
    `grant create on database ${database} to ${account}`,
    `grant usage, create on schema kit to ${account}`,
    `grant all on all tables in schema kit to ${account}`,
    // As a release before the newest one has left it.
    "delete from kit.migrations where number = (select max(number) from kit.migrations)",
    "drop table kit.secret_keys",
  );
  const [checked] = await refusals(asAccount(connection));
  expect(checked).toContain("The database account may not change the tables of tripod: another account owns them.");
  await run(connection, `drop owned by ${account}`);
});

test("an account that may use our tables, and not the queue of jobs", async () => {
  const { connection } = await testDatabase({ rooms: ["kit", "registry"] });
  await migrateJobs(connection);
  const rights = ["kit", "registry"].flatMap((schema) => [
    `grant usage on schema ${schema} to ${account}`,
    `grant all on all tables in schema ${schema} to ${account}`,
  ]);
  await run(connection, ...rights);
  const says = "The database account may not use the queue of jobs (schema graphile_worker): another account owns it.";
  await expect(pendingMigrations(asAccount(connection), rooms)).rejects.toThrow(says);
  await expect(migrateJobs(asAccount(connection))).rejects.toThrow(says);
  await run(
    connection,
    `grant usage on schema graphile_worker to ${account}`,
    `grant all on all tables in schema graphile_worker to ${account}`,
  );
  expect(await pendingMigrations(asAccount(connection), rooms)).toEqual([]);
  await migrateJobs(asAccount(connection));
  await run(connection, `drop owned by ${account}`);
});

test("a queue of jobs of a newer release", async () => {
  const { connection } = await testDatabase({ rooms: [] });
  await migrateJobs(connection);
  await run(connection, "insert into graphile_worker.migrations (id, breaking) values (100000, true)");
  await expect(migrateJobs(connection)).rejects.toThrow(/^The queue of jobs in the database is of a newer release/);
});

test("a database that takes no changes", async () => {
  const { connection } = await testDatabase({ rooms: [] });
  const database =
    "database" in connection ? connection.database : new URL(connection.connectionString).pathname.slice(1);
  await run(connection, `alter database ${database} set default_transaction_read_only = on`);
  await expect(pendingMigrations(connection, rooms)).rejects.toThrow(
    /^The database takes no changes: it is a standby, or/,
  );
  expect(await schemasOf(connection)).toEqual(["public"]);
});
