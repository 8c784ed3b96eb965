/**
 * A private copy of an SQLite database, with the files beside it that hold what is not in it yet. The library puts a
 * lock beside every file that it opens, and finishing a transaction that its writer left open changes the file; so a
 * game server's own file is never opened.
 */
import { chmod, constants, copyFile, mkdtemp, open, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { codeOf } from "../../kit/errors/code-of.ts";
import { READ_WITHOUT_WAITING } from "../../kit/files/read-without-waiting.ts";
import { SqliteError } from "./error.ts";

export interface PrivateCopy {
  readonly path: string;
  readonly remove: () => Promise<void>;
}

/** "Database File Format" of sqlite.org, section 1.3: how every SQLite file begins. */
const MAGIC = new TextEncoder().encode("SQLite format 3\0");

/** "Database File Format", section 4: pages that are newer than the database's own. */
const LOG = "-wal";

/** Section 3 there: pages as they were before the transaction that is in progress, or that its writer died in. */
const JOURNAL = "-journal";

/**
 * Copies the database at a path, or in memory, into a new folder below `folder`, which the caller removes.
 *
 * @throws {SqliteError} On any failure; `busy` when the files changed during the copy, for then the copy may be torn,
 * and when they are in the middle of a transaction.
 */
export async function copyDatabase(
  source: string | Uint8Array,
  maxBytes: number,
  folder: string = tmpdir(),
): Promise<PrivateCopy> {
  try {
    const before = typeof source === "string" ? await lookAt(source, maxBytes) : [];
    if (typeof source === "string") checkHeader(await beginningOf(source), Number(before[0]?.sizeBytes));
    else checkBytes(source, maxBytes);
    const home = await mkdtemp(join(folder, "tripod-sqlite-"));
    const remove = (): Promise<void> => rm(home, { recursive: true, force: true });
    try {
      const path = join(home, "copy.db");
      if (typeof source === "string") await copyFiles(source, path, before, maxBytes);
      else await writeFile(path, source, { mode: 0o600 });
      return { path, remove };
    } catch (error) {
      await remove();
      throw error;
    }
  } catch (cause) {
    if (cause instanceof SqliteError) throw cause;
    throw new SqliteError("unreadable", "The operating system refused to read or copy the SQLite database.", cause);
  }
}

/** Section 1.2 there: the place of the page size in the header. */
const PAGE_BYTES_AT = 16;
const HEADER_BYTES = 100;

/** One of the files as it stood: enough to see that a program wrote to it, or replaced it. */
interface Seen {
  readonly suffix: string;
  readonly sizeBytes: bigint;
  readonly changed: string;
}

async function copyFiles(source: string, path: string, before: readonly Seen[], maxBytes: number): Promise<void> {
  await checkJournal(source);
  for (const { suffix } of before) {
    if (suffix === JOURNAL) continue;
    await copyFile(source + suffix, path + suffix, constants.COPYFILE_FICLONE);
    // A copy keeps the rights of the original, which may be read-only.
    await chmod(path + suffix, 0o600);
  }
  const after = await lookAt(source, maxBytes);
  if (JSON.stringify(after.map(tellApart)) !== JSON.stringify(before.map(tellApart))) {
    throw new SqliteError("busy", "The SQLite database was written to while it was being copied.");
  }
}

function tellApart({ suffix, sizeBytes, changed }: Seen): readonly string[] {
  return [suffix, String(sizeBytes), changed];
}

async function lookAt(source: string, maxBytes: number): Promise<Seen[]> {
  const seen: Seen[] = [];
  for (const suffix of ["", LOG, JOURNAL]) {
    const found = await stat(source + suffix, { bigint: true }).catch((error: unknown) => {
      if (suffix !== "" && isMissing(error)) return undefined;
      throw error;
    });
    if (!found) continue;
    // A pipe or a device would never end.
    if (!found.isFile()) throw new SqliteError("notDatabase", "What should be an SQLite database is not a file.");
    seen.push({ suffix, sizeBytes: found.size, changed: `${found.dev}:${found.ino}:${found.mtimeNs}` });
  }
  checkSize(
    seen.reduce((total, { sizeBytes }) => total + Number(sizeBytes), 0),
    maxBytes,
  );
  return seen;
}

async function beginningOf(source: string): Promise<Uint8Array> {
  const file = await open(source, READ_WITHOUT_WAITING);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEADER_BYTES), 0, HEADER_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/**
 * A journal whose first byte is not zero is a transaction to be undone. The library cannot: it takes its own lock for
 * another program's, and reads on, half of the old and half of the new.
 */
async function checkJournal(source: string): Promise<void> {
  const [first = 0] = await beginningOf(source + JOURNAL).catch((error: unknown) => {
    if (isMissing(error)) return [];
    throw error;
  });
  if (first === 0) return;
  throw new SqliteError("busy", "The SQLite database is in the middle of a transaction, or its writer died in one.");
}

function checkBytes(source: Uint8Array, maxBytes: number): void {
  checkSize(source.length, maxBytes);
  checkHeader(source.subarray(0, HEADER_BYTES), source.length);
}

/** SQLite itself takes an empty file for an empty database, and zeros for what the last page lacks. */
function checkHeader(header: Uint8Array, sizeBytes: number): void {
  if (header.length === 0) throw new SqliteError("busy", "The file is empty: nothing was written to it yet.");
  if (Buffer.compare(header.subarray(0, MAGIC.length), MAGIC) !== 0) {
    throw new SqliteError("notDatabase", "The file is not an SQLite database.");
  }
  // A page of 65536 bytes, which the two bytes cannot say, is written as 1.
  const said = header.length < HEADER_BYTES ? 0 : Buffer.from(header).readUInt16BE(PAGE_BYTES_AT);
  const pageBytes = said === 1 ? 65_536 : said;
  if (pageBytes < 512 || sizeBytes % pageBytes !== 0) {
    throw new SqliteError("damaged", "The SQLite database is damaged or only half copied.");
  }
}

function checkSize(sizeBytes: number, maxBytes: number): void {
  if (sizeBytes <= maxBytes) return;
  throw new SqliteError("tooLarge", `The SQLite database has more than ${maxBytes} bytes.`);
}

function isMissing(error: unknown): boolean {
  return codeOf(error) === "ENOENT";
}
