/** A `secret.key` that is gone: only an installation in which nothing is sealed gets a new one, and only by a start. */
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { commandHere } from "../../test/support/command-here.ts";
import { testDatabase } from "../../test/support/database.ts";
import { temporaryFolder } from "../../test/support/temporary-folder.ts";
import { masterKeyFromText } from "../kit/auth/master-key.ts";
import type { Queryable } from "../kit/sql/database.ts";

const folder = await temporaryFolder("tripod-lost-key-");
afterAll(folder.remove);

/** Commands on a database of their own, and a data folder without a key so far. */
async function installation(name: string, rooms: readonly string[]) {
  const { connection, db } = await testDatabase({ rooms });
  const dataDir = join(folder.path, name);
  const keyFile = join(dataDir, "secret.key");
  const commands = (settings: Readonly<Record<string, string>> = {}) =>
    commandHere(connection, { TRIPOD_DATA_DIR: dataDir, TRIPOD_PORT: "0", TRIPOD_ADMIN_PORT: "0", ...settings });
  return { db, keyFile, commands };
}

const ALL = ["kit", "registry", "players", "trading"];

async function migratedRooms(db: Queryable): Promise<string[]> {
  const rows = await db.query<{ room: string }>({
    name: "test.migratedRooms",
    text: "select distinct room from kit.migrations order by 1",
  });
  return rows.map(({ room }) => room);
}

test("what is sealed is not given a new key in the place of a lost one: every command says what to bring back", async () => {
  const { keyFile, commands } = await installation("lost", ALL);
  const run = await commands();
  const uid = (await run("trading", "user", "create", "ada", "--email", "ada@example.com", "--name", "Ada")).out.trim();
  expect((await run("trading", "key", "create", uid, "--bearer")).code).toBe(0);
  const key = readFileSync(keyFile, "utf8").trim();
  const { id } = masterKeyFromText(key, "The file");
  rmSync(keyFile);

  const says =
    `The secret key is missing: ${keyFile} does not exist, and TRIPOD_SECRET_KEY is not set. ` +
    `Secrets in the database were sealed with the key ${id}. Restore that key`;
  for (const command of ["serve registry", "trading user list", "keys list", "keys list --json", "keys rotate"]) {
    const { code, err } = await run(...command.split(" "));
    expect([command, code, err]).toEqual([command, 1, expect.stringMatching(/^error: [^\n]*\n$/)]);
    expect(err, command).toContain(says);
  }
  expect((await run("keys", "list")).out).toBe(`${id}  missing  1 of trading.api_keys\n`);
  const checked = await run("check", "registry");
  expect([checked.code, checked.out]).toEqual([1, expect.stringContaining(`wrong keys: ${says}`)]);
  expect(existsSync(keyFile)).toBe(false);

  const back = await commands({ TRIPOD_SECRET_KEY: key });
  expect((await back("check", "registry")).out).toContain("ok    keys: they open the sealed values in one table");
  const opening = await commands({ TRIPOD_ADDITIONAL_SECRET_KEYS: key });
  expect((await opening("check", "registry")).out).toContain("ok    keys: the secret key does not exist yet");
  const without = await commands({ TRIPOD_LOST_SECRET_KEYS: id });
  expect((await without("trading", "user", "list")).code).toBe(0);
  expect(readFileSync(keyFile, "utf8").trim()).not.toBe(key);
});

test("a check before an update already says that a key is lost, or another one", async () => {
  const { db, keyFile, commands } = await installation("older", ["kit"]);
  await db.execute({ name: "test.addKey", text: "insert into kit.secret_keys (id) values ('0123456789ab')" });
  const run = await commands();
  const checked = await run("check", "registry");
  expect([checked.code, checked.out]).toEqual([
    1,
    expect.stringContaining("were sealed with the key 0123456789ab. Restore that key"),
  ]);
  expect(await run("keys", "list")).toEqual({
    code: 1,
    out: "",
    err: "error: The database is not up to date. Start Tripod, or run `tripod migrate`, and give the command again.\n",
  });
  expect(existsSync(keyFile)).toBe(false);
  const wrong = await (await commands({ TRIPOD_SECRET_KEY: "0".repeat(64) }))("check", "registry");
  expect([wrong.code, wrong.out]).toEqual([1, expect.stringContaining("sealed with the secret key 0123456789ab, but")]);
});

test("an update with another key, or without one, leaves the database as the former release needs it", async () => {
  const { db, keyFile, commands } = await installation("update", ["kit"]);
  await db.execute({ name: "test.addKey", text: "insert into kit.secret_keys (id) values ('0123456789ab')" });
  const wrong = { TRIPOD_SECRET_KEY: "0".repeat(64) };
  for (const [settings, command, says] of [
    [wrong, "serve registry", "sealed with the secret key 0123456789ab, but"],
    [wrong, "trading user list", "sealed with the secret key 0123456789ab, but"],
    [wrong, "migrate", "sealed with the secret key 0123456789ab, but"],
    [{}, "serve registry", "were sealed with the key 0123456789ab. Restore that key"],
  ] as const) {
    const run = await commands(settings);
    const { code, err } = await run(...command.split(" "));
    expect([command, code, err]).toEqual([command, 1, expect.stringContaining(says)]);
    expect(await migratedRooms(db), command).toEqual(["kit"]);
  }
  expect(existsSync(keyFile)).toBe(false);
  // By an operator without a key, before the processes start.
  expect((await (await commands())("migrate")).code).toBe(0);
  expect(await migratedRooms(db)).toEqual(ALL.toSorted());
});

test("a check of a new installation makes no key, and the first command that opens it does", async () => {
  const { keyFile, commands } = await installation("new", []);
  const run = await commands();
  const checked = await run("check", "registry");
  expect([checked.code, checked.out]).toEqual([
    0,
    expect.stringContaining("ok    keys: the secret key does not exist yet; the next start makes it"),
  ]);
  expect(existsSync(keyFile)).toBe(false);
  expect((await run("trading", "user", "list")).code).toBe(0);
  expect(existsSync(keyFile)).toBe(true);
});
