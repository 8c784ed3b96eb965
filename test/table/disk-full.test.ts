/**
 * While the disk of the database is full, PostgreSQL refuses what needs another page (SQLSTATE 53100) and answers all else.
 * Changes are then answered 503 with when to come back, and nothing of them is there; reads go on.
 */
import { randomBytes } from "node:crypto";
import { chown, mkdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { migrateJobs } from "../../src/kit/jobs/job-runner.ts";
import { testDatabase, type TestDatabase } from "../support/database.ts";
import {
  playersExamples,
  registryExamples,
  replayExamples,
  tradingExamples,
  type ExampleWorld,
} from "../support/example-worlds.ts";
import { registryWorld, serverPath } from "../support/registry-world.ts";
import { canMount, fillDisk, smallDisk } from "../support/small-disk.ts";

let statements = 0;

const SERVICES = [
  [
    "registry",
    registryExamples,
    ["publishing.publishServer", "publishing.editVersion", "servers.updateStatus"],
    "servers.listServers",
  ],
  ["players", playersExamples, ["presence.createTicket"], "search.searchNames"],
  ["trading", tradingExamples, ["wallets.withdraw", "support.createSupportTicket"], "market.listCurrencies"],
] as const;

test.each(SERVICES)(
  "%s: what needs room is answered 503 with Retry-After, and nothing of it is there; all else goes on, and all of it later",
  async (room, open, changes, read) => {
    const database = await testDatabase({ rooms: ["kit", room] });
    await migrateJobs(database.connection);
    const world: ExampleWorld = await open(database);
    const tables = await fill(database, room);
    const before = await contentOf(database, tables);
    const { problems, away } = await replayExamples(world);
    expect(problems).toEqual([]);
    expect([...away]).toEqual(expect.arrayContaining([...changes]));
    expect([...away]).not.toContain(read);
    // To delete needs no room.
    const after = await contentOf(database, tables);
    expect(tables.filter((table) => (after[table] ?? 0) > (before[table] ?? 0))).toEqual([]);
    await run(database, "drop function test_full() cascade");
    const again = await replayExamples(world);
    expect([again.problems, [...again.away]]).toEqual([[], []]);
  },
);

test.skipIf(!canMount)("a file system that is really full costs publications until there is room", async () => {
  const database = await testDatabase({ rooms: ["kit", "registry"] });
  await migrateJobs(database.connection);
  const world = await registryWorld({}, database);
  const disk = await smallDisk("4m");
  const [server] = await database.db.query<{ pid: number }>({
    name: "test.pid",
    text: "select pg_backend_pid() as pid",
  });
  const folder = join(disk, "space");
  await mkdir(folder, { mode: 0o700 });
  await chown(folder, (await stat(`/proc/${server?.pid}`)).uid, 0);
  const space = `small_${randomBytes(4).toString("hex")}`;
  await run(database, `create tablespace ${space} location '${folder}'`);
  await run(database, `alter table registry.versions set tablespace ${space}`);
  onTestFinished(async () => {
    await run(database, "alter table registry.versions set tablespace pg_default");
    await run(database, `drop tablespace ${space}`);
  });

  const token = await world.token({ publish: ["*"] });
  const publish = (place: number) => {
    const body = { name: `io.full/server-${place}`, description: "x".repeat(100), version: "1.0.0" };
    return world.request("POST", "/v0.1/publish", { body, token });
  };
  const filler = await fillDisk(disk);
  let place = 0;
  let answer = await publish(place);
  while (answer.status === 200 && place < 5_000) answer = await publish(++place);
  expect(answer.status, answer.text).toBe(503);
  expect(answer.headers.get("retry-after")).toBe("2");
  expect((await world.get("/v0.1/servers")).status).toBe(200);
  expect((await world.get(serverPath(`io.full/server-${place}`, "/versions"))).status).toBe(404);
  await rm(filler);
  expect((await publish(place)).status).toBe(200);
});

/** Every table refuses rows as a table does that finds no room. Answers the tables. */
async function fill(database: TestDatabase, room: string): Promise<string[]> {
  await run(
    database,
    `create function test_full() returns trigger language plpgsql as
      $$ begin raise exception using errcode = '53100', message = 'could not extend file: No space left on device'; end $$`,
  );
  const rows = await database.db.query<{ name: string }>({
    name: "test.tables",
    text: `select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname in ('kit', $1) or (schemaname = 'graphile_worker' and tablename like '%jobs') order by 1`,
    values: [room],
  });
  const tables = rows.map(({ name }) => name);
  for (const table of tables) {
    await run(
      database,
      `create trigger test_full before insert or update on ${table} for each row execute function test_full()`,
    );
  }
  return tables;
}

async function contentOf(database: TestDatabase, tables: readonly string[]): Promise<Record<string, number>> {
  const counted = await Promise.all(
    tables.map(async (table) => {
      const [row] = await database.db.query<{ count: number }>({
        name: `test.count ${statements++}`,
        text: `select count(*)::int as count from ${table}`,
      });
      return [table, row?.count ?? 0] as const;
    }),
  );
  return Object.fromEntries(counted);
}

async function run({ db }: TestDatabase, text: string): Promise<void> {
  await db.execute({ name: `test.run ${statements++}`, text });
}
