/** The master keys: given as text by the operator, or made at first start and kept in a file that only we may read. */
import { createHash } from "node:crypto";
import { link, open, rename, rm, type FileHandle } from "node:fs/promises";
import { join } from "node:path";
import { codeOf } from "../errors/code-of.ts";
import { UserError } from "../errors/user-error.ts";
import { makeFolder } from "../files/make-folder.ts";
import { READ_WITHOUT_WAITING } from "../files/read-without-waiting.ts";
import { syncFolder } from "../files/sync-folder.ts";
import { systemRandom, type Random } from "../ids/ids.ts";
import type { MasterKey } from "./seal.ts";

const KEY_BYTES = 32;
const FILE_NAME = "secret.key";
/** A key is 64 characters and a line end, and a file holds a few; anything much longer is some other file. */
const MAX_FILE_BYTES = 1024;

/** Where the keys come from. */
export interface MasterKeySources {
  readonly secretKey?: string | undefined;
  /** Keys that open and do not seal, with commas or blanks between. */
  readonly additionalSecretKeys?: string | undefined;
  readonly dataDir: string;
  readonly random?: Random;
}

/**
 * The configured master key, or else those in `secret.key` of the data folder, which is made if it is not there; then the
 * additional ones. The first seals, all open. Two processes that start at once end up with the same keys.
 *
 * @throws UserError when a text or the file is not a key, or others than the owner may read the file.
 */
export async function loadMasterKeys(
  sources: MasterKeySources,
): Promise<readonly [current: MasterKey, ...others: MasterKey[]]> {
  const additional = additionalMasterKeys(sources.additionalSecretKeys);
  const [current, ...others] =
    sources.secretKey === undefined
      ? await keysOfFolder(sources)
      : ([masterKeyFromText(sources.secretKey, "The setting secretKey")] as const);
  const seen = new Set([current.id]);
  const further = [...others, ...additional].filter(({ id }) => !seen.has(id) && seen.add(id));
  return [current, ...further];
}

/**
 * The keys of a text with commas or blanks between.
 *
 * @throws UserError when one of them is not a key
 */
export function additionalMasterKeys(text = ""): MasterKey[] {
  return text
    .split(/[,\s]/)
    .filter((each) => each !== "")
    .map((each) => masterKeyFromText(each, "Each key of the setting additionalSecretKeys"));
}

/** Where a key stands that is not in the settings. */
export function keyFileOf(dataDir: string): string {
  return join(dataDir, FILE_NAME);
}

/** The same as `loadMasterKeys`, but makes no key: none where the settings give none and the data folder has none. */
export async function findMasterKeys(sources: MasterKeySources): Promise<readonly MasterKey[]> {
  const isGiven = sources.secretKey !== undefined || (await readKeyFile(keyFileOf(sources.dataDir))) !== undefined;
  return isGiven ? loadMasterKeys(sources) : [];
}

/** Keys as `secret.key` has them. */
export function formatMasterKeys(keys: readonly MasterKey[]): string {
  return keys.map(({ key }) => `${Buffer.from(key).toString("hex")}\n`).join("");
}

/**
 * The keys of a text of `formatMasterKeys`.
 *
 * @throws UserError when a line is not a key; it says so of `source`
 */
export function parseMasterKeys(text: string, source: string): readonly [MasterKey, ...MasterKey[]] {
  const [first = "", ...rest] = text.trim().split("\n");
  return [masterKeyFromText(first, source), ...rest.map((line) => masterKeyFromText(line, source))];
}

async function keysOfFolder({
  dataDir,
  random = systemRandom(),
}: MasterKeySources): Promise<readonly [MasterKey, ...MasterKey[]]> {
  const path = keyFileOf(dataDir);
  const found = await readKeyFile(path);
  if (found !== undefined) return parseMasterKeys(found, path);
  await createKeyFile(dataDir, path, random);
  const made = await readKeyFile(path);
  if (made === undefined) throw new UserError(`${path} was made and is gone again: is another program cleaning up?`);
  return parseMasterKeys(made, path);
}

/**
 * Puts these keys into `secret.key` of the data folder, in the place of those that are there. A crash leaves the file
 * either old or new.
 *
 * @throws UserError when the file cannot be written.
 */
export async function writeMasterKeys(
  dataDir: string,
  keys: readonly MasterKey[],
  random: Random = systemRandom(),
): Promise<void> {
  const path = keyFileOf(dataDir);
  await placeFile(dataDir, path, formatMasterKeys(keys), random, rename);
}

/** A new key. */
export function newMasterKey(random: Random = systemRandom()): MasterKey {
  return masterKeyFromText(Buffer.from(random.bytes(KEY_BYTES)).toString("hex"), "A new key");
}

/**
 * A master key from 64 hexadecimal digits or the base64 (either alphabet) of 32 bytes. Its id is made of the key
 * itself, so the same key has the same id on every machine.
 *
 * @throws UserError that says what `source` must hold, and repeats nothing of its content.
 */
export function masterKeyFromText(text: string, source: string): MasterKey {
  const trimmed = text.trim();
  const hex = /^[0-9a-fA-F]{64}$/.test(trimmed);
  if (!hex && !/^[A-Za-z0-9+/_-]{43}=?$/.test(trimmed)) {
    throw new UserError(`${source} must be 32 bytes, as 64 hexadecimal digits or as base64.`);
  }
  const key = Buffer.from(trimmed, hex ? "hex" : "base64");
  const id = createHash("sha256").update("tripod master key id\n").update(key).digest("hex").slice(0, 12);
  return { id, key };
}

async function readKeyFile(path: string): Promise<string | undefined> {
  let file: FileHandle;
  try {
    file = await open(path, READ_WITHOUT_WAITING);
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw new UserError(`${path} could not be read (${codeOf(error)}).`);
  }
  try {
    const status = await file.stat();
    if (!status.isFile() || status.size > MAX_FILE_BYTES) {
      throw new UserError(`${path} is not a key file: it must be a regular file with a key in each line.`);
    }
    // Windows has no such mode bits; there the folder's own access list has to do.
    if (process.platform !== "win32" && (status.mode & 0o077) !== 0) {
      throw new UserError(`${path} may be read or written by others. Run: chmod 600 ${path}`);
    }
    return await file.readFile("utf8");
  } finally {
    await file.close();
  }
}

/** Makes the file with a new key, unless another process was first: its key is the one. */
async function createKeyFile(dataDir: string, path: string, random: Random): Promise<void> {
  await placeFile(dataDir, path, `${Buffer.from(random.bytes(KEY_BYTES)).toString("hex")}\n`, random, link);
}

/** Writes a whole file beside the final name, then renames it: it is complete or not there at all. */
async function placeFile(
  dataDir: string,
  path: string,
  text: string,
  random: Random,
  place: typeof link | typeof rename,
): Promise<void> {
  const temporary = `${path}.${Buffer.from(random.bytes(8)).toString("hex")}.tmp`;
  try {
    await makeFolder(dataDir, 0o700);
    const file = await open(temporary, "wx", 0o600);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await place(temporary, path);
    await syncFolder(dataDir);
  } catch (error) {
    // A link is not put over a file that is there.
    if (codeOf(error) === "EEXIST") return;
    throw new UserError(`${path} could not be written (${codeOf(error) ?? "unknown error"}).`);
  } finally {
    await rm(temporary, { force: true });
  }
}
