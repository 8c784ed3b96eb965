import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { testDatabase } from "../../../test/support/database.ts";
import { holdTransaction } from "../../../test/support/held-transaction.ts";
import { keptLog } from "../../../test/support/kept-log.ts";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { UserError } from "../errors/user-error.ts";
import { migrate, pendingMigrations } from "./migrate.ts";

const { db, connection } = await testDatabase({ rooms: [] });
const folder = await temporaryFolder();
afterAll(folder.remove);
const log = keptLog();
const rooms = ["kit", "registry"].map((room) => ({ room, folder: join(folder.path, room) }));

async function put(path: string, text: string): Promise<void> {
  await writeFile(join(folder.path, path), text);
}

async function applied(): Promise<string[]> {
  const rows = await db.query<{ title: string }>({
    name: "applied",
    text: "select room || number || name as title from kit.migrations order by applied_at",
  });
  return rows.map((row) => row.title);
}

const titles = (list: readonly { room: string; number: number; name: string }[]): string[] =>
  list.map(({ room, number, name }) => room + number + name);

beforeEach(async () => {
  await db.execute({ name: "clear", text: "drop schema if exists kit cascade" });
  await db.execute({ name: "clear_registry", text: "drop schema if exists registry cascade" });
  await rm(folder.path, { recursive: true, force: true });
  for (const room of rooms) await mkdir(room.folder, { recursive: true, mode: 0o755 });
  await put("kit/0001_first.sql", "create table kit.a (n int);\ninsert into kit.a values (1);");
  await put("registry/0001_start.sql", "create schema registry; create table registry.b (n int);");
  await put("registry/0002_more.sql", "alter table registry.b add m int;");
});

describe("migrate", () => {
  test("applies what is missing in the order of rooms and numbers, once", async () => {
    expect(titles(await pendingMigrations(connection, rooms))).toEqual([
      "kit1first",
      "registry1start",
      "registry2more",
    ]);
    const before = log.entries.length;
    expect(await migrate(connection, rooms, { log })).toHaveLength(3);
    expect(log.entries.slice(before).map(({ message }) => message)).toEqual([
      expect.stringMatching(/^applied 3 migrations, up to /),
    ]);
    expect(await applied()).toEqual(["kit1first", "registry1start", "registry2more"]);
    expect(await migrate(connection, rooms, { log })).toEqual([]);
    expect(await pendingMigrations(connection, rooms)).toEqual([]);
    await put("kit/0002_next.sql", "create table kit.c (n int)");
    expect(titles(await migrate(connection, rooms, { log }))).toEqual(["kit2next"]);
    expect(log.entries.at(-1)?.message).toBe("applied migration kit/0002_next");
  });

  test("leaves rooms alone that the caller does not name", async () => {
    await migrate(connection, rooms, { log });
    expect(await migrate(connection, rooms.slice(0, 1), { log })).toEqual([]);
  });

  test("several processes at once apply everything once", async () => {
    const results = await Promise.all([1, 2, 3, 4].map(() => migrate(connection, rooms, { log })));
    expect(titles(results.flat()).toSorted()).toEqual(["kit1first", "registry1start", "registry2more"]);
  });

  test("sees what another process did while it waited for its turn", async () => {
    const lock = { name: "hold", text: "select pg_advisory_xact_lock(7013418820251)::text" };
    const other = await holdTransaction(db, (tx) => tx.query(lock));
    const migrating = migrate(connection, rooms, { log });
    const waiting = {
      name: "waiting",
      text: "select from pg_stat_activity where datname = current_database() and wait_event = 'advisory'",
    };
    await expect.poll(() => db.query(waiting)).toHaveLength(1);
    await other.run((tx) => tx.execute({ name: "create_kit", text: "create schema kit" }));
    await other.commit();
    expect(await migrating).toHaveLength(3);
  });

  test("one that is stopped while it runs leaves nothing behind, and the next call goes on with it", async () => {
    const lock = "select pg_advisory_xact_lock(1)::text";
    await put("registry/0002_more.sql", `create table registry.c (n int); ${lock}`);
    const other = await holdTransaction(db, (tx) => tx.query({ name: "hold_migration", text: lock }));
    const stop = new AbortController();
    const migrating = migrate(connection, rooms, { log, signal: stop.signal });
    const waiting = {
      name: "waiting",
      text: "select from pg_stat_activity where datname = current_database() and wait_event = 'advisory'",
    };
    await expect.poll(() => db.query(waiting)).toHaveLength(1);
    stop.abort(new UserError("stopped"));
    await expect(migrating).rejects.toBe(stop.signal.reason);
    await other.commit();
    expect(titles(await migrate(connection, rooms, { log }))).toEqual(["registry2more"]);
    await expect(migrate(connection, rooms, { log, signal: stop.signal })).rejects.toBe(stop.signal.reason);
  });

  test("one that fails leaves nothing behind, keeps those before it, and says where it failed", async () => {
    await put("registry/0002_more.sql", "create table registry.c (n int);\n\nselect nonsense;");
    await expect(migrate(connection, rooms, { log })).rejects.toThrow(
      /registry\/0002_more failed in line 3.*column "nonsense" does not exist/,
    );
    expect(await applied()).toEqual(["kit1first", "registry1start"]);
    const found = await db.query({ name: "look", text: "select to_regclass('registry.c') as c" });
    expect(found).toEqual([{ c: null }]);
  });

  test("line ends of another system are not a change", async () => {
    await migrate(connection, rooms, { log });
    await put("kit/0001_first.sql", "create table kit.a (n int);\r\ninsert into kit.a values (1);");
    expect(await pendingMigrations(connection, rooms)).toEqual([]);
  });

  test("waits for another process however long that takes, says so from time to time, and ends with its signal", async () => {
    const lock = { name: "hold", text: "select pg_advisory_xact_lock(7013418820251)::text" };
    const other = await holdTransaction(db, (tx) => tx.query(lock));
    const before = log.entries.length;
    const stop = new AbortController();
    const [stopped, waiting] = [stop.signal, undefined].map((signal) =>
      migrate(connection, rooms, { log, waitMs: 30, signal }),
    );
    const waits = () => log.entries.slice(before).filter(({ message }) => message.startsWith("waiting for another"));
    await expect.poll(() => waits().length).toBeGreaterThan(4);
    expect(JSON.stringify(waits()[0])).toMatch(/test \(pid \d+\)/);
    stop.abort(new UserError("stopped"));
    await expect(stopped).rejects.toBe(stop.signal.reason);
    await other.commit();
    expect(await waiting).toHaveLength(3);
  });

  test("says what to do when a table that it changes stays in use, and keeps nothing", async () => {
    await migrate(connection, rooms, { log });
    await put("registry/0003_late.sql", "alter table registry.b add o int;");
    const other = await holdTransaction(db, (tx) => tx.query({ name: "use", text: "select count(*) from registry.b" }));
    const refused = await migrate(connection, rooms, { log, waitMs: 30 }).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(UserError);
    expect(String(refused)).toContain(
      "Migration registry/0003_late waited too long for a table that another session uses",
    );
    await other.commit();
    expect(titles(await migrate(connection, rooms, { log }))).toEqual(["registry3late"]);
  });

  const changes: [string, () => Promise<void>, RegExp][] = [
    ["an applied file that was changed", () => put("kit/0001_first.sql", "select 1"), /its text was changed since/],
    ["a database that is newer", () => rm(join(folder.path, "registry/0002_more.sql")), /newer than this/],
    ["a missing number", () => put("kit/0003_late.sql", "select 1"), /number 2 should come next/],
    ["a number given twice", () => put("kit/0001_other.sql", "select 1"), /number 2 should come next/],
    ["a badly named file", () => put("kit/2-next.sql", "select 1"), /number 2 should come next/],
    ["a missing folder", () => rm(join(folder.path, "kit"), { recursive: true }), /cannot be read/],
  ];
  test.each(changes)("refuses %s, and says what to do", async (_, change, says) => {
    await migrate(connection, rooms, { log });
    await change();
    for (const ask of [() => migrate(connection, rooms, { log }), () => pendingMigrations(connection, rooms)]) {
      const failure = await ask().catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(UserError);
      expect(String(failure)).toMatch(says);
    }
    expect(await applied()).toHaveLength(3);
  });

  test("refuses a record that was tampered with", async () => {
    await migrate(connection, rooms, { log });
    await db.execute({ name: "tamper", text: "delete from kit.migrations where room = 'registry' and number = 1" });
    await expect(migrate(connection, rooms, { log })).rejects.toThrow("restore the database");
  });
});
