/** All three services are backed up while they run, and restored: what callers see is the same, to the byte. */
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import { proveBalances } from "../../src/trading/ledger/index.ts";
import { commandHere } from "../support/command-here.ts";
import { databaseUrl, type Ran } from "../support/command-line.ts";
import { testDatabase, type TestDatabase } from "../support/database.ts";
import { playersWorld } from "../support/players-world.ts";
import { registryWorld } from "../support/registry-world.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { tradingWorld } from "../support/trading-world.ts";
import { waitUntil } from "../support/wait-until.ts";
import { migrateJobs } from "../../src/kit/jobs/job-runner.ts";

const SETTINGS = { TRIPOD_TRADING_EXCHANGES: "simulated" };
const KEY = "7a".repeat(32);

const database = await testDatabase({ rooms: ["kit", "registry", "players", "trading"] });
await migrateJobs(database.connection);
const registry = await registryWorld({}, database);
const players = await playersWorld({ database });
const trading = await tradingWorld({ database, settings: SETTINGS });
const tripod = await commandHere(database.connection);
const folder = await temporaryFolder();
afterAll(folder.remove);

/** A program with a data folder of its own, on a database. */
async function programOn({ connection }: TestDatabase, environment: Readonly<Record<string, string>> = {}) {
  return commandHere(connection, { TRIPOD_DATABASE_URL: databaseUrl(connection), ...environment });
}

const done = ({ code, err }: Ran) => expect([code, err]).toEqual([0, expect.any(String)]);

/** Restores a backup of services that ran, which takes a second flag to do again what waited. */
async function insist(target: TestDatabase, file: string): Promise<unknown> {
  const program = await programOn(target);
  const refused = await program("restore", file, "--nothing-lost");
  expect([refused.code, refused.err]).toEqual([1, expect.stringContaining("--despite-connections")]);
  const restored = await program("restore", file, "--nothing-lost", "--despite-connections", "--json");
  done(restored);
  return JSON.parse(restored.out);
}

describe("services that run", () => {
  test("are restored as they were: catalogue, players, users, ledger and orders", async () => {
    for (const version of ["1.0.0", "1.1.0", "2.0.0-rc.1"]) {
      const description = `Ünïcode \t "quoted" \\ ${version}`;
      await registry.publish({ name: "com.example/weather", description, version });
    }
    const person = await trading.person();
    await trading.trading.deps.ledger.credit({
      ownerUid: person.uid,
      currency: "USDT",
      amount: 12_345_678_901n,
      reference: "bank-1",
      admin: null,
      kind: "deposit",
      reason: "a test",
      at: trading.platform.clock.now(),
    });
    const added = await trading.ask("POST", "exchange-api-keys/add", {
      key: person.key,
      params: { exchange: "simalpha", label: "Mine", token: "token-of-a-test", secret: "secret-of-a-test" },
    });
    const apikey = added.json.data.id as string;
    await waitUntil(() => expect(trading.trading.deps.market.listing("simalpha-btcusdt")).toBeDefined());
    const order = { apikey, ordertype: "market", code: "simalpha-btcusdt", side: "buy", quantity: "0.01" };
    const placed = await trading.ask("POST", "exchange-query/order-create", { key: person.key, params: order });
    const { id } = placed.json.data.orders[0];
    const orderOf = async (world: typeof trading) => {
      const asked = { key: person.key, params: { apikey, id, code: "simalpha-btcusdt" } };
      return (await world.ask("POST", "exchange-query/order-check", asked)).json.data;
    };
    await waitUntil(async () => expect(await orderOf(trading)).toMatchObject({ state: "filled" }));

    const file = join(folder.path, "all.tar");
    const made = await tripod("backup", file, "--json");
    done(made);
    expect(JSON.parse(made.out)).toMatchObject({ file, isQuiet: false, files: null, hasSecretKeys: false });
    const verified = await tripod("backup", "--verify", file);
    done(verified);
    expect(verified.out).toContain("without the tape");
    expect(verified.out).toMatch(/^Other programs were connected to the database: /m);

    const target = await testDatabase({ rooms: [] });
    const restored = await insist(target, file);
    expect(restored).toMatchObject({ held: null, problems: [], migrations: 0 });

    const registryAgain = await registryWorld({}, target);
    for (const path of [
      "/v0.1/servers?limit=100",
      "/v0.1/servers/com.example%2Fweather/versions",
      "/v0.1/servers/com.example%2Fweather/versions/1.0.0",
    ]) {
      expect([path, (await registryAgain.get(path)).text]).toEqual([path, (await registry.get(path)).text]);
    }
    const playersAgain = await playersWorld({ database: target, fixture: false });
    for (const path of ["/Search?type=player&q=wolf", "/Online", "/Servers"]) {
      const before = await players.get(path);
      expect([path, before.status]).toEqual([path, 200]);
      expect([path, (await playersAgain.get(path)).json]).toEqual([path, before.json]);
    }
    await trading.close();
    expect(await proveBalances(target.db)).toEqual(await proveBalances(database.db));
    const tradingAgain = await tradingWorld({ database: target, settings: SETTINGS });
    const account = await tradingAgain.ask("GET", "user/account-details", { key: person.key });
    expect(account.status).toBe(200);
    expect(await orderOf(tradingAgain)).toMatchObject({ id: expect.any(String), state: "filled" });
    // Numbers go on where they were.
    expect((await tradingAgain.person()).uid).toBeGreaterThan(person.uid);
  });
});

test("a backup says that no other program was connected; kills.test.ts restores one without insisting", async () => {
  const source = await testDatabase({ rooms: ["kit", "registry", "players", "trading"] });
  await migrateJobs(source.connection);
  const file = join(folder.path, "quiet.tar");
  const made = await (await programOn(source))("backup", file);
  done(made);
  expect(made.out).toMatch(/^No other program was connected to the database.$/m);
  const alone = await tripod("restore", file, "--despite-connections");
  expect([alone.code, alone.err]).toEqual([1, expect.stringContaining("only with --nothing-lost")]);
});

describe("the files beside the database", () => {
  const day = "tops/exchange=simalpha/code=simalpha-btcusdt/day=2026-03-02/day-1-9-1772409600000-1772409700000.parquet";
  const young = "pending/trades/exchange=simalpha/day=2026-03-03/p0-10-10-1772496000000-1772496000500.parquet";

  test("the tape is carried when it is asked for, and nothing but the tape", async () => {
    const data = await temporaryFolder();
    onTestFinished(data.remove);
    const put = async (path: string, content: string | Buffer) => {
      await mkdir(dirname(join(data.path, "tape", path)), { recursive: true });
      await writeFile(join(data.path, "tape", path), content);
    };
    const large = Buffer.alloc(3_000_001, createHash("sha256").update("tape").digest());
    await put(day, large);
    await put(young, "PAR1");
    await put("tops/exchange=simalpha/notes.txt", "not a file of the tape");
    await put("writing/123-1", "half of a file");
    const program = await programOn(database, { TRIPOD_DATA_DIR: data.path });
    const file = join(folder.path, "with-tape.tar");
    done(await program("backup", file, "--tape"));
    const { out } = await program("backup", "--verify", file);
    expect(out).toContain("2 files of the tape");

    const elsewhere = await temporaryFolder();
    onTestFinished(elsewhere.remove);
    const target = await programOn(await testDatabase({ rooms: [] }), { TRIPOD_DATA_DIR: elsewhere.path });
    done(await target("restore", file));
    expect((await readFile(join(elsewhere.path, "tape", day))).equals(large)).toBe(true);
    expect(await readFile(join(elsewhere.path, "tape", young), "utf8")).toBe("PAR1");
    expect(existsSync(join(elsewhere.path, "tape", "writing"))).toBe(false);
    expect(existsSync(join(elsewhere.path, "tape", "tops", "exchange=simalpha", "notes.txt"))).toBe(false);
  });

  test("a tape that is there already is not mixed with another one", async () => {
    const data = await temporaryFolder();
    onTestFinished(data.remove);
    const other = join(data.path, "tape", dirname(day), "day-1-9-1-2.parquet");
    await mkdir(dirname(other), { recursive: true });
    await writeFile(other, "PAR1");
    const program = await programOn(await testDatabase({ rooms: [] }), { TRIPOD_DATA_DIR: data.path });
    const { code, err } = await program("restore", join(folder.path, "with-tape.tar"));
    expect([code, err]).toEqual([1, expect.stringContaining("There is a tape in")]);
  });

  test("the secret key is carried when it is asked for, and goes where there is none", async () => {
    const sealed = await testDatabase({ rooms: ["kit", "registry", "players", "trading"] });
    const program = await programOn(sealed, { TRIPOD_SECRET_KEY: KEY });
    done(await program("registry", "keys", "list"));
    const without = join(folder.path, "without-key.tar");
    const withKey = join(folder.path, "with-key.tar");
    const first = await program("backup", without);
    expect(first.err).toMatch(/does not hold the secret key \([0-9a-f]{12}\)/);
    const second = await program("backup", withKey, "--with-secret-key");
    expect(second.err).toContain("holds the secret key");
    for (const file of [without, withKey]) {
      expect((await readFile(file)).includes(KEY)).toBe(file === withKey);
    }
    const data = await temporaryFolder();
    onTestFinished(data.remove);
    const target = await programOn(await testDatabase({ rooms: [] }), { TRIPOD_DATA_DIR: data.path });
    done(await target("restore", withKey));
    expect(await readFile(join(data.path, "secret.key"), "utf8")).toBe(`${KEY}\n`);
    expect((await stat(join(data.path, "secret.key"))).mode & 0o777).toBe(0o600);
    done(await target("keys", "list"));

    // With another key at hand, nothing is begun.
    const empty = await testDatabase({ rooms: [] });
    const other = await programOn(empty, { TRIPOD_SECRET_KEY: "1b".repeat(32) });
    const refused = await other("restore", without);
    expect([refused.code, refused.err]).toEqual([
      1,
      expect.stringContaining("The backup's secrets are sealed with the key"),
    ]);
    const late = await programOn(empty);
    const told = await late("restore", without);
    done(told);
    expect(told.out).toMatch(/Before the start, put the secret key [0-9a-f]{12}/);
    await rm(without);
  });
});

describe("the commands refuse in plain words", () => {
  test("a name that is taken, a folder that is not there, a database that is in use", async () => {
    const file = join(folder.path, "with-tape.tar");
    expect((await tripod("backup", file)).err).toContain("is there already");
    expect((await tripod("backup", join(folder.path, "no", "folder.tar"))).err).toMatch(/The folder .* does not exist/);
    // A part of the path is a file.
    expect((await tripod("backup", join(file, "x.tar"))).err).toContain(`The folder ${file} does not exist`);
    expect((await tripod("restore", join(file, "x.tar"))).err).toContain(
      `The file ${join(file, "x.tar")} does not exist`,
    );
    const long = join(folder.path, `${"a".repeat(300)}.tar`);
    for (const command of ["backup", "restore"]) {
      expect((await tripod(command, long)).err).toMatch(/^error: A name is too long: .* \(ENAMETOOLONG\)\. /);
    }
    const { code, err } = await tripod("restore", file);
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(/^error: The database already holds an installation of Tripod/),
    ]);
  });

  test("an installation that is not there", async () => {
    const program = await commandHere(database.connection, { TRIPOD_DATABASE_URL: "" });
    const { code, err } = await program("backup", join(folder.path, "none.tar"));
    expect([code, err]).toEqual([1, expect.stringContaining("There is no installation in")]);
    const empty = await programOn(await testDatabase({ rooms: [] }));
    expect((await empty("backup", join(folder.path, "none.tar"))).err).toContain("holds no installation of Tripod");
  });
});
