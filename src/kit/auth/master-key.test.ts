import { chmodSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { makePipe } from "../../../test/support/pipe.ts";
import { UserError } from "../errors/user-error.ts";
import { loadMasterKeys, masterKeyFromText, newMasterKey, writeMasterKeys } from "./master-key.ts";

const hex = "00112233445566778899aabbccddeeff".repeat(2);
const base64 = Buffer.from(hex, "hex").toString("base64");

describe("a master key as text", () => {
  test.each([[hex], [hex.toUpperCase()], [base64], [base64.replace("=", "")], [`${hex}\n`]])("may be %j", (text) => {
    const { id, key } = masterKeyFromText(text, "It");
    expect(Buffer.from(key).toString("hex")).toBe(hex);
    expect(id).toBe(masterKeyFromText(hex, "It").id);
  });

  test("may be base64url", () => {
    const bytes = Buffer.alloc(32, 0xfb);
    expect(masterKeyFromText(bytes.toString("base64url"), "It").key).toEqual(bytes);
  });

  test.each([[""], ["short"], [hex.slice(1)], [`${hex}00`], [base64.slice(2)], ["g".repeat(64)]])(
    "%j is refused without being repeated",
    (text) => {
      const load = (): unknown => masterKeyFromText(text, "The setting secretKey");
      expect(load).toThrow(UserError);
      expect(load).toThrow(/^The setting secretKey must be 32 bytes, as 64 hexadecimal digits or as base64\.$/);
    },
  );
});

describe("a master key in the data folder", () => {
  let parent = "";
  let dataDir = "";
  beforeEach(() => {
    parent = mkdtempSync(join(tmpdir(), "tripod-master-key-"));
    dataDir = join(parent, "data");
  });
  afterEach(() => rmSync(parent, { recursive: true }));

  const loadMasterKey = async (sources: Parameters<typeof loadMasterKeys>[0]) => (await loadMasterKeys(sources))[0];

  test("is one of several, one in each line; the first seals", async () => {
    const [one, two] = [newMasterKey(), newMasterKey()];
    await loadMasterKeys({ dataDir });
    await writeMasterKeys(dataDir, [one, two]);
    expect(await loadMasterKeys({ dataDir })).toEqual([one, two]);
    expect(statSync(join(dataDir, "secret.key")).mode & 0o777).toBe(0o600);
    expect(readdirSync(dataDir)).toEqual(["secret.key"]);
  });

  test("is followed by the additional keys of the settings, each once", async () => {
    const [current, other] = [newMasterKey(), newMasterKey()];
    const hexOf = ({ key }: typeof current) => Buffer.from(key).toString("hex");
    const additionalSecretKeys = `${hexOf(other)}, ${hexOf(current)}\n${hexOf(other)}\n`;
    const keys = await loadMasterKeys({ secretKey: hexOf(current), additionalSecretKeys, dataDir });
    expect(keys.map(({ id }) => id)).toEqual([current.id, other.id]);
    await expect(loadMasterKeys({ secretKey: hexOf(current), additionalSecretKeys: "short", dataDir })).rejects.toThrow(
      "Each key of the setting additionalSecretKeys must be 32 bytes",
    );
  });

  test("is made once, for its owner alone, and found again", async () => {
    const made = await loadMasterKey({ dataDir });
    expect(await loadMasterKey({ dataDir })).toEqual(made);
    expect(statSync(join(dataDir, "secret.key")).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(dataDir, "secret.key"), "utf8").trim()).toBe(Buffer.from(made.key).toString("hex"));
  });

  test("is the same for many that start at once, and nothing else is left in the folder", async () => {
    const keys = await Promise.all(Array.from({ length: 8 }, () => loadMasterKey({ dataDir })));
    expect(new Set(keys.map(({ id }) => id)).size).toBe(1);
    expect(readdirSync(dataDir)).toEqual(["secret.key"]);
  });

  test("is not made where the setting gives one", async () => {
    const { id } = await loadMasterKey({ secretKey: hex, dataDir });
    expect(id).toBe(masterKeyFromText(hex, "It").id);
    expect(readdirSync(parent)).toEqual([]);
  });

  test.skipIf(process.platform === "win32").each([[0o640], [0o604], [0o620], [0o666]])(
    "is refused with mode %i",
    async (mode) => {
      await loadMasterKey({ dataDir });
      chmodSync(join(dataDir, "secret.key"), mode);
      await expect(loadMasterKey({ dataDir })).rejects.toThrow(/may be read or written by others\. Run: chmod 600/);
    },
  );

  test("is refused when the file holds something else, without its content", async () => {
    await loadMasterKey({ dataDir });
    writeFileSync(join(dataDir, "secret.key"), "not a key");
    await expect(loadMasterKey({ dataDir })).rejects.toThrow(UserError);
    await expect(loadMasterKey({ dataDir })).rejects.not.toThrow(/not a key/);
  });

  test("is refused when the file is a pipe, which is not waited for", async () => {
    mkdirSync(dataDir);
    makePipe(join(dataDir, "secret.key"));
    await expect(loadMasterKey({ dataDir })).rejects.toThrow(
      /secret\.key is not a key file: it must be a regular file/,
    );
  });

  test("says so when the folder cannot be made", async () => {
    writeFileSync(dataDir, "a file where the folder should be");
    await expect(loadMasterKey({ dataDir })).rejects.toThrow(UserError);
  });
});
