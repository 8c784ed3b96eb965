/** `tripod players key ...` as an operator runs it: the program itself, on a database. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { commandHere } from "../../../test/support/command-here.ts";
import type { Ran } from "../../../test/support/command-line.ts";
import { testDatabase } from "../../../test/support/database.ts";
import { keptLog } from "../../../test/support/kept-log.ts";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { systemClock } from "../../kit/time/clock.ts";
import { Keyring, type KeyOwner } from "../../players/keys/index.ts";
import { keyStore } from "../../players/keys/sql/key-store.ts";

const { db, connection } = await testDatabase({ rooms: ["kit", "registry", "players"] });
const folder = await temporaryFolder();
const settings = join(folder.path, "tripod.yaml");
await writeFile(settings, "players:\n  keyRequests: 60\n");
const tripod = await commandHere(connection, { TRIPOD_CONFIG: settings });
const clock = systemClock();
const keyring = new Keyring({
  keys: keyStore(db),
  clock,
  log: keptLog(),
  limits: { requests: 60, windowSeconds: 12 },
});
await keyring.start();
afterAll(async () => {
  await keyring.stop();
  await folder.remove();
});

const run = (...args: string[]): Promise<Ran> => tripod("players", "key", ...args);

/** The caller as a serving process identifies it, after its next look at the keys. */
async function ownerOf(key: string): Promise<KeyOwner> {
  await keyring.refresh();
  return keyring.ownerOf(`Bearer ${key}`, clock.now());
}

describe("tripod players key", () => {
  test("makes a key that is let in, shown once, and then changes and ends it", async () => {
    expect(await run("list")).toEqual({ code: 0, out: "", err: "There are no keys.\n" });

    const made = await run("create", "--name", "Discord bot", "--scope", "history");
    expect(made).toMatchObject({ code: 0, out: expect.stringMatching(/^tpk_[0-9A-Za-z]{43}\n$/) });
    const key = made.out.trim();
    const { id, ...rest } = await ownerOf(key);
    expect(rest).toEqual({ name: "Discord bot", scope: "history", requests: 60, windowSeconds: 12, expiresAt: null });
    expect(made.err).toBe(
      `${id}  ${key.slice(0, 8)}...  history  enabled  the service's limit  never expires  never used  Discord bot\n` +
        "The key is shown only now.\n",
    );

    expect(await run("limit", id, "--requests", "7", "--per", "3")).toMatchObject({
      out: `${id}: 7 requests in 3 s\n`,
    });
    expect(await ownerOf(key)).toMatchObject({ requests: 7, windowSeconds: 3 });
    expect(await run("disable", id)).toMatchObject({ code: 0, out: `${id}: disabled\n` });
    await expect(ownerOf(key)).rejects.toThrow("The key is disabled.");
    expect(await run("enable", id)).toMatchObject({ code: 0, out: `${id}: enabled\n` });
    expect(await run("limit", id, "--default")).toMatchObject({ out: `${id}: the service's limit\n` });
    expect(await ownerOf(key)).toMatchObject({ requests: 60, windowSeconds: 12 });
    expect(await run("expire", id, "2020-01-01")).toMatchObject({ out: `${id}: expires 2020-01-01T00:00:00Z\n` });
    await expect(ownerOf(key)).rejects.toThrow("The key expired at 2020-01-01T00:00:00Z.");

    const listed = await run("list");
    expect(listed.out).toMatch(new RegExp(`^${id}  tpk_.{4}\\.\\.\\.  history  expired  .*  Discord bot\n$`));
    expect(listed.out).not.toContain(key.slice(8));

    expect(await run("revoke", id)).toMatchObject({ code: 0, out: `${id}: revoked\n` });
    await expect(ownerOf(key)).rejects.toThrow("There is no such key.");
    expect(await run("list")).toMatchObject({ out: "" });
  });

  test("writes JSON for programs, with all that was asked for and without a hash", async () => {
    const limits = ["--requests", "5", "--per", "60"];
    const made = await run("create", "--name", "Site", "--scope", "admin", ...limits, "--expires", "30d", "--json");
    const { key, ...shown } = JSON.parse(made.out) as Record<string, unknown>;
    expect(key).toMatch(/^tpk_/);
    expect(shown).toMatchObject({ name: "Site", scope: "admin", standing: "inForce", requests: 5, windowSeconds: 60 });
    expect(Object.keys(shown)).not.toContain("hash");
    expect(JSON.parse((await run("list", "--json")).out)).toEqual([shown]);
    expect(await ownerOf(String(key))).toMatchObject({ id: shown["id"], requests: 5, windowSeconds: 60 });
  });

  test.each([
    ["an invalid scope", ["create", "--name", "x", "--scope", "write"], 1, "Scopes are read, history, admin."],
    ["half a limit", ["create", "--name", "x", "--requests", "5"], 1, "--requests and --per belong together"],
    ["no limit", ["limit", "key_none"], 1, "Say how much"],
    ["an id that is not there", ["revoke", "key_none"], 1, 'There is no key "key_none".'],
    ["no name", ["create"], 2, "required option '--name <name>' not specified"],
    ["an invalid count", ["create", "--name", "x", "--requests", "many"], 2, "It must be a whole number"],
  ])("says in a sentence what is wrong with %s", async (_, args, exitCode, sentence) => {
    const { code, out, err } = await run(...args);
    expect({ code, out }).toEqual({ code: exitCode, out: "" });
    expect(err).toContain(sentence);
    expect(err).not.toMatch(/^\s+at /m);
  });
});
