/** The master key: given as text by the operator, or made at first start and kept in a file that only we may read. */
import { createHash } from "node:crypto";
import { link, mkdir, open, rm, type FileHandle } from "node:fs/promises";
import { join } from "node:path";
import { UserError } from "../errors/user-error.ts";
import { systemRandom, type Random } from "../ids/ids.ts";
import type { MasterKey } from "./seal.ts";

const KEY_BYTES = 32;
const FILE_NAME = "secret.key";
/** A key file holds 64 characters and a line end; anything much longer is some other file. */
const MAX_FILE_BYTES = 256;

/**
 * The configured master key, or else the one in `secret.key` of the data folder, which is made if it is not there.
 * Two processes that start at once end up with the same key.
 *
 * @throws UserError when the text or the file is no key, or others than the owner may read the file.
 */
export async function loadMasterKey(options: {
  readonly secretKey?: string | undefined;
  readonly dataDir: string;
  readonly random?: Random;
}): Promise<MasterKey> {
  if (options.secretKey !== undefined) return masterKeyFromText(options.secretKey, "The setting secretKey");
  const path = join(options.dataDir, FILE_NAME);
  const found = await readKeyFile(path);
  if (found !== undefined) return masterKeyFromText(found, path);
  await createKeyFile(options.dataDir, path, options.random ?? systemRandom());
  const made = await readKeyFile(path);
  if (made === undefined) throw new UserError(`${path} was made and is gone again: is another program cleaning up?`);
  return masterKeyFromText(made, path);
}

/**
 * A master key from 64 hexadecimal digits or the base64 (either alphabet) of 32 bytes. Its id is made of the key
 * itself, so the same key has the same id on every machine.
 *
 * @throws UserError that says what `source` must hold, and nothing of what it holds.
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
    file = await open(path, "r");
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw new UserError(`${path} could not be read (${codeOf(error)}).`);
  }
  try {
    const status = await file.stat();
    if (!status.isFile() || status.size > MAX_FILE_BYTES) throw new UserError(`${path} is not a key file.`);
    // Windows has no such mode bits; there the folder's own access list has to do.
    if (process.platform !== "win32" && (status.mode & 0o077) !== 0) {
      throw new UserError(`${path} may be read or written by others. Run: chmod 600 ${path}`);
    }
    return await file.readFile("utf8");
  } finally {
    await file.close();
  }
}

/** Writes a whole file beside the final name, then links it there: the key is complete or not there at all. */
async function createKeyFile(dataDir: string, path: string, random: Random): Promise<void> {
  const temporary = `${path}.${Buffer.from(random.bytes(8)).toString("hex")}.tmp`;
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    const file = await open(temporary, "wx", 0o600);
    try {
      await file.writeFile(`${Buffer.from(random.bytes(KEY_BYTES)).toString("hex")}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
    await link(temporary, path);
    await syncFolder(dataDir);
  } catch (error) {
    // Another process was first: its key is the one.
    if (codeOf(error) === "EEXIST") return;
    throw new UserError(`${path} could not be made (${codeOf(error)}).`);
  } finally {
    await rm(temporary, { force: true });
  }
}

/** Makes the new name itself survive a power cut. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException | null)?.code ?? "unknown error";
}
