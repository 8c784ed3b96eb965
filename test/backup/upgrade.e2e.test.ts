/**
 * Every level of the schema that an installation may have is brought up to date, with rows that were written at it. The
 * levels of releases are among them: a release has the migrations up to one of these.
 */
import { copyFile, mkdir } from "node:fs/promises";
import { basename, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { migrateJobs } from "../../src/kit/jobs/job-runner.ts";
import { migrate } from "../../src/kit/sql/migrate.ts";
import { readMigrations, type MigrationRoom } from "../../src/kit/sql/migration-files.ts";
import { proveCatalogue } from "../../src/registry/servers/sql/prove-catalogue.ts";
import { proveBalances } from "../../src/trading/ledger/index.ts";
import { backUpInto, restoreFrom } from "../support/backup-copy.ts";
import { migrationRooms, testDatabase, type TestDatabase } from "../support/database.ts";
import { keptLog } from "../support/kept-log.ts";
import { playersWorld } from "../support/players-world.ts";
import { registryWorld } from "../support/registry-world.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { tradingWorld } from "../support/trading-world.ts";
import { LEVEL_ROWS } from "./level-rows.ts";

const rooms = migrationRooms(["kit", "registry", "players", "trading"]);
const all = new Map<string, readonly string[]>();
const folder = await temporaryFolder();
afterAll(folder.remove);

beforeAll(async () => {
  for (const { room, folder: from } of rooms) {
    const migrations = await readMigrations({ room, folder: from });
    const name = ({ number, name: title }: { number: number; name: string }): string =>
      join(from, `${String(number).padStart(4, "0")}_${title}.sql`);
    all.set(room, migrations.map(name));
  }
});

/** The rooms as a program had them whose newest migration of one room was this one, and of those before it the last. */
async function roomsUpTo(room: string, level: number): Promise<MigrationRoom[]> {
  const root = join(folder.path, `${room}-${level}`);
  const early: MigrationRoom[] = [];
  let isBefore = true;
  for (const { room: each } of rooms) {
    const files = all.get(each) ?? [];
    const kept = each === room ? files.slice(0, level) : isBefore ? files : [];
    if (each === room) isBefore = false;
    await mkdir(join(root, each), { recursive: true });
    for (const file of kept) await copyFile(file, join(root, each, basename(file)));
    early.push({ room: each, folder: join(root, each) });
  }
  return early;
}

async function run({ db }: TestDatabase, text: string): Promise<void> {
  await db.execute({ name: "test.level", text: `do $test$ begin ${text} end $test$`, isPlannedEachTime: true });
}

/** Goes from level to level up to the end, and writes at each the rows that there are for it. */
async function walk(database: TestDatabase): Promise<void> {
  for (const { room } of rooms) {
    for (let level = 1; level <= (all.get(room)?.length ?? 0); level++) {
      const levelRows = LEVEL_ROWS.filter((each) => each.room === room && each.since <= level && level <= each.until);
      await migrate(database.connection, await roomsUpTo(room, level), { log: keptLog() });
      for (const { text } of levelRows) await run(database, text.replaceAll("$LEVEL", String(level)));
    }
  }
}

describe("an installation of any level", () => {
  test("is brought up to date with the rows that were written at each level", async () => {
    const database = await testDatabase({ rooms: [] });
    await walk(database);
    expect(await migrate(database.connection, rooms, { log: keptLog() })).toEqual([]);
    await migrateJobs(database.connection);
    for (const { room, table, since, until, where = "true" } of LEVEL_ROWS) {
      const last = Math.min(until, all.get(room)?.length ?? 0);
      const [row] = await database.db.query<{ count: number }>({
        name: "test.countLevel",
        text: `select count(*) as count from ${table} where ${where}`,
        isPlannedEachTime: true,
      });
      expect([table, row?.count]).toEqual([table, last - since + 1]);
    }
    const proof = await proveBalances(database.db);
    expect([proof.differences, proof.unbalanced, proof.totals]).toEqual([[], [], []]);
    expect(proof.entries).toBeGreaterThan(0);
    expect(await proveCatalogue(database.db)).toEqual([]);

    const registry = await registryWorld({}, database);
    expect((await registry.get("/v0.1/servers?limit=100")).json.servers.length).toBeGreaterThan(0);
    const players = await playersWorld({ database, fixture: false });
    expect((await players.get("/Servers")).status).toBe(200);
    const trading = await tradingWorld({ database });
    const person = await trading.person();
    expect((await trading.ask("GET", "user/account-details", { key: person.key })).status).toBe(200);
  });

  test("is restored from a backup of an early level by the present program", async () => {
    const database = await testDatabase({ rooms: [] });
    const early = await roomsUpTo("trading", 9);
    await migrate(database.connection, early, { log: keptLog() });
    for (const { room, since, until, text } of LEVEL_ROWS) {
      const level = room === "trading" ? 9 : (all.get(room)?.length ?? 0);
      if (since <= level && level <= until) await run(database, text.replaceAll("$LEVEL", String(level)));
    }
    const { path } = await backUpInto(folder.path, database.connection, early);
    const target = await testDatabase({ rooms: [] });
    const done = await restoreFrom(path, target.connection, rooms);
    expect(done.migrations).toBe((all.get("trading")?.length ?? 0) - 9);
    const proof = await proveBalances(target.db);
    expect([proof.entries, proof.differences, proof.unbalanced]).toEqual([1, [], []]);
    expect(await proveCatalogue(target.db)).toEqual([]);
  });
});
