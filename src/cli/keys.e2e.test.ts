/** The keys that seal stored secrets: replaced, lost, and wrong; by the program as operators run it. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { programFiles } from "../../test/architecture/source-files.ts";
import { commandHere } from "../../test/support/command-here.ts";
import { commandLine } from "../../test/support/command-line.ts";
import { testDatabase } from "../../test/support/database.ts";
import { addUsers } from "../../test/support/ledger-users.ts";
import { turnOnSecondFactor } from "../../test/support/second-factor.ts";
import { makeSealedThings, openAll } from "../../test/support/sealed-things.ts";
import { temporaryFolder } from "../../test/support/temporary-folder.ts";
import { newMasterKey } from "../kit/auth/master-key.ts";
import { sealer, type MasterKey } from "../kit/auth/seal.ts";
import { systemRandom } from "../kit/ids/ids.ts";
import { migrateJobs } from "../kit/jobs/job-runner.ts";
import { requireSecretKeys, trySecretKeys, type KeysAtHand } from "../kit/sealed/require-keys.ts";
import { resealAll } from "../kit/sealed/reseal.ts";
import { systemClock } from "../kit/time/clock.ts";
import { keyRing } from "../registry/tokens/key-ring.ts";
import { tokenStore } from "../registry/tokens/sql/token-store.ts";
import { checkSecondFactor } from "../trading/accounts/index.ts";
import { twoFactorStore } from "../trading/accounts/sql/two-factor-store.ts";
import { webhookRecord } from "../kit/webhooks/store.ts";
import { sealedPlaces } from "./sealed-places.ts";

const ROOMS = ["kit", "registry", "players", "trading"];
const database = await testDatabase({ rooms: ROOMS });
const { db } = database;
await migrateJobs(database.connection);
const places = await sealedPlaces();
const folder = await temporaryFolder();
afterAll(folder.remove);

const [former, current, wrong] = [newMasterKey(), newMasterKey(), newMasterKey()];
const hexOf = ({ key }: MasterKey) => Buffer.from(key).toString("hex");

function atHand(keys: readonly MasterKey[], lost: readonly string[] = []): KeysAtHand {
  return { sealer: sealer(keys), ids: keys.map(({ id }) => id), lost };
}

const keyFile = join(folder.path, "key");
const furtherFile = join(folder.path, "further");
/** Which keys the next commands have. */
function give([first = wrong, ...others]: readonly MasterKey[]): void {
  writeFileSync(keyFile, hexOf(first));
  writeFileSync(furtherFile, [first, ...others].map(hexOf).join(","));
}

const environment = {
  TRIPOD_SECRET_KEY_FILE: keyFile,
  TRIPOD_ADDITIONAL_SECRET_KEYS_FILE: furtherFile,
  TRIPOD_PORT: "0",
  TRIPOD_ADMIN_PORT: "0",
};
const run = await commandHere(database.connection, environment);
const program = await commandLine(database.connection, environment);

beforeEach(async () => {
  await db.execute({
    name: "test.forgetSealed",
    text: `truncate kit.secret_keys, registry.signing_keys, registry.webhooks, players.webhooks, trading.api_keys,
      trading.two_factor, trading.exchange_keys, trading.mails, trading.idempotent_requests, trading.webhooks,
      trading.signal_developers, trading.telegram_bots cascade`,
  });
});

const keyIdsOf = async (keys: readonly MasterKey[]) =>
  new Set([...(await openAll(db, places, sealer(keys))).values()].map(({ keyId }) => keyId));

describe("the list of places", () => {
  test("has every column that is called after what it holds", async () => {
    const columns = await db.query<{ name: string }>({
      name: "test.sealedColumns",
      text: `select table_schema || '.' || table_name || '.' || column_name as name from information_schema.columns
        where column_name like '%sealed%' and table_schema in ('kit', 'registry', 'players', 'trading')`,
    });
    const listed = new Set(places.map(({ table, column }) => `${table}.${column}`));
    expect(columns.filter(({ name }) => !listed.has(name))).toEqual([]);
    expect(columns.length).toBeGreaterThan(5);
  });

  test("is known to every module that seals: a file that does so is listed here", () => {
    const sealing = programFiles().filter((file) => /\.seal\(/.test(readFileSync(file, "utf8")));
    expect(sealing.map((file) => file.replace(/^.*?src\//, "src/")).toSorted()).toEqual([
      // Browsers keep it, for hours: whose key is gone signs in again.
      "src/kit/auth/credential-cookie.ts",
      "src/kit/sealed/reseal.ts",
      "src/kit/webhooks/manage.ts",
      "src/registry/tokens/key-ring.ts",
      "src/trading/access/api-keys.ts",
      "src/trading/accounts/endpoints/two-factor-setup.ts",
      "src/trading/alerts/sql/telegram-bots.ts",
      "src/trading/exchanges/sql/key-store.ts",
      "src/trading/idempotency/idempotency.ts",
      "src/trading/mail/sql/enqueue-mail.ts",
      "src/trading/signals/sql/developers.ts",
      "src/trading/webhooks/sql/user-webhooks.ts",
    ]);
  });
});

describe("a key that is replaced", () => {
  test("gives everything that it has sealed to the new one, and nothing is lost on the way", async () => {
    await makeSealedThings(db, sealer([former]));
    const before = await openAll(db, places, sealer([former]));
    expect(new Set([...before.keys()].map((row) => row.split(" ")[0]))).toEqual(
      new Set(places.map((each) => each.table)),
    );
    give([current, former]);
    const rotated = await run("keys", "rotate");
    expect(rotated, rotated.err).toMatchObject({ code: 0 });
    expect(rotated.out).toContain("1 of trading.api_keys");
    expect(rotated.out).toContain(`Nothing is sealed with ${former.id} any more`);
    const after = await openAll(db, places, sealer([current]));
    expect([...after].map(([row, { text }]) => [row, text])).toEqual([...before].map(([row, { text }]) => [row, text]));
    expect(await keyIdsOf([current])).toEqual(new Set([current.id]));
    give([current]);
    const listed = await run("keys", "list");
    expect(listed.out).toMatch(new RegExp(`^${current.id}  seals  .*1 of trading.telegram_bots\\n$`));
    expect((await run("trading", "user", "list")).code).toBe(0);
    expect((await run("keys", "rotate")).out).toContain("Nothing had to be sealed again");
  });

  test("opens with the new one whenever the work is cut off, and the next run ends it", async () => {
    await makeSealedThings(db, sealer([former]), 50);
    await makeSealedThings(db, sealer([former]), 50);
    const before = await openAll(db, places, sealer([former]));
    const keys = atHand([current, former]);
    await requireSecretKeys(db, places, keys);
    for (let batches = 1; batches <= places.length; batches++) {
      let left = batches;
      const cutOff = resealAll(db, places, keys, () => {
        if (--left === 0) throw new Error("cut off");
      });
      await cutOff.catch(() => undefined);
      expect((await openAll(db, places, keys.sealer)).size).toBe(before.size);
      await requireSecretKeys(db, places, keys);
    }
    expect(await resealAll(db, places, keys)).toMatchObject({ closed: [], isComplete: true });
    expect(await keyIdsOf([current])).toEqual(new Set([current.id]));
    await requireSecretKeys(db, places, atHand([current]));
  });

  test("undoes nothing that a process with the former key seals at the same time", async () => {
    const texts = Array.from({ length: 450 }, (_, at) => `whk_${at}`);
    const sealAll = (text: string) =>
      texts.map((id) => sealer([former]).seal(text, webhookRecord({ name: "players" }, id)));
    await db.execute({
      name: "test.addWebhooks",
      text: `insert into players.webhooks (id, url, sealed_secret, events, pattern, created_at)
        select id, 'https://example.com/', sealed, '{}', '*', now() from unnest($1::text[], $2::text[]) as n (id, sealed)`,
      values: [texts, sealAll("older")],
    });
    let batches = 0;
    const done = await resealAll(db, places, atHand([current, former]), async () => {
      // The second batch has been decided on, or will be by what the cursor saw: all of it is older than this.
      if (++batches !== 1) return;
      await db.execute({
        name: "test.changeWebhooks",
        text: `update players.webhooks w set sealed_secret = n.sealed from unnest($1::text[], $2::text[]) as n (id, sealed)
          where w.id = n.id`,
        values: [texts, sealAll("newer")],
      });
    });
    expect(done.isComplete).toBe(true);
    const opened = [...(await openAll(db, places, sealer([current]))).values()];
    expect(opened.map(({ text }) => Buffer.from(text, "base64").toString())).toEqual(texts.map(() => "newer"));
  });

  test("stays needed while something does not open", async () => {
    await makeSealedThings(db, sealer([former]));
    await db.execute({
      name: "test.damage",
      text: "update trading.two_factor set secret_sealed = secret_sealed || 'A'",
    });
    give([current, former]);
    const rotated = await run("keys", "rotate");
    expect(rotated.code).toBe(1);
    expect(rotated.err).toMatch(
      /1 secrets did not open and stay as they are: trading\.two_factor \d+\. Keep all keys\./,
    );
  });
});

describe("a wrong key", () => {
  test("refuses the start and every command with one sentence, and changes nothing", async () => {
    give([former]);
    expect((await run("trading", "user", "create", "ada", "--email", "ada@example.com", "--name", "Ada")).code).toBe(0);
    const rightly = await run("check", "registry");
    expect(rightly.out).toContain("nothing is sealed yet");
    give([wrong]);
    for (const command of [
      ["serve", "registry"],
      ["trading", "user", "list"],
      ["keys", "rotate"],
    ]) {
      const refused = await program(...command);
      expect(refused.code, command.join(" ")).toBe(1);
      expect(refused.err).toContain(
        `sealed with the secret key ${former.id}, but the settings and secret.key have ${wrong.id}.`,
      );
      expect(refused.err).not.toContain("    at ");
    }
    const checked = await run("check", "registry");
    expect(checked.code).toBe(1);
    expect(checked.out).toContain(`sealed with the secret key ${former.id}`);
  });

  test.each(places.map((place) => [place.table, place] as const))(
    "is noticed by the content of %s alone",
    async (_, place) => {
      await makeSealedThings(db, sealer([former]));
      for (const other of places) {
        if (other === place) continue;
        await db.execute({ name: `test.empty:${other.table}`, text: `truncate ${other.table} cascade` });
      }
      await expect(requireSecretKeys(db, places, atHand([wrong]))).rejects.toThrow(former.id);
      await expect(trySecretKeys(db, places, atHand([wrong]))).rejects.toThrow(former.id);
      expect(await trySecretKeys(db, places, atHand([wrong, former]))).toEqual({ tried: 1 });
      await requireSecretKeys(db, places, atHand([wrong], [former.id]));
    },
  );

  test("of the second of two processes that start on an empty database is refused", async () => {
    const starts = [former, wrong].map((key) => requireSecretKeys(db, places, atHand([key])));
    const settled = await Promise.allSettled(starts);
    expect(settled.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  });

  test("does not go unnoticed by the check where a row is damaged", async () => {
    await makeSealedThings(db, sealer([former]));
    await db.execute({
      name: "test.damage",
      text: "update trading.two_factor set secret_sealed = secret_sealed || 'A'",
    });
    await expect(trySecretKeys(db, places, atHand([former]))).rejects.toThrow(/trading\.two_factor \d+ does not open/);
  });
});

describe("a key that is lost", () => {
  test("leaves a registry that signs again, and second factors that recovery codes open", async () => {
    await makeSealedThings(db, sealer([former]));
    const keys = atHand([current], [former.id]);
    await requireSecretKeys(db, places, keys);
    const ring = keyRing({ store: tokenStore(db), sealer: keys.sealer, clock: systemClock(), random: systemRandom() });
    await expect(ring.start()).rejects.toThrow("rotate the signing key");
    expect((await ring.signer().catch(() => undefined))?.kid).toBeUndefined();
    const kid = await ring.rotate();
    expect((await ring.signer()).kid).toBe(kid);

    const [uid = 0] = await addUsers(db, 1);
    const { recoveryCodes, codeAt } = await turnOnSecondFactor(db, uid, systemClock().now());
    const deps = { twoFactor: twoFactorStore(db), sealer: keys.sealer, clock: systemClock() };
    expect(await checkSecondFactor(deps, uid, { code: codeAt(systemClock().now()) })).toBe("wrong");
    expect(await checkSecondFactor(deps, uid, { recovery_code: recoveryCodes[0] })).toBe("passed");
    expect(await resealAll(db, places, keys)).toMatchObject({
      closed: [expect.stringContaining("trading.two_factor")],
    });
  });
});

describe("a key in the data folder", () => {
  test("is replaced by a new one while nothing else runs, and not beside another process", async () => {
    const own = await testDatabase({ rooms: ROOMS });
    await migrateJobs(own.connection);
    await own.db.close();
    const dataDir = join(folder.path, "data");
    const alone = await commandHere(own.connection, { TRIPOD_DATA_DIR: dataDir });
    const file = () => readFileSync(join(dataDir, "secret.key"), "utf8");
    const made = await alone("trading", "user", "create", "ada", "--email", "ada@example.com", "--name", "Ada");
    const key = await alone("trading", "key", "create", made.out.trim(), "--bearer");
    expect(key.code, key.err).toBe(0);
    const before = file();

    const busy = own.open({ maxConnections: 1 });
    await busy.query({ name: "test.one", text: "select 1 as one" });
    const refused = await alone("keys", "rotate");
    expect(refused.code).toBe(1);
    expect(refused.err).toContain("Another process of Tripod uses this database. Stop it first");
    expect(file()).toBe(before);
    await busy.close();

    // As a crash leaves it that comes before anything was sealed again.
    const begun = newMasterKey();
    writeFileSync(join(dataDir, "secret.key"), `${hexOf(begun)}\n${before}`);
    expect(await alone("keys", "rotate")).toMatchObject({ code: 0 });
    expect(file()).toBe(`${hexOf(begun)}\n`);

    const rotated = await alone("keys", "rotate");
    expect(rotated, rotated.err).toMatchObject({ code: 0 });
    expect(file()).not.toContain(hexOf(begun));
    expect(file()).toMatch(/^[0-9a-f]{64}\n$/);
    expect((await alone("keys", "list")).out).toMatch(/^[0-9a-f]{12}  seals  1 of trading\.api_keys\n$/);
  });
});
