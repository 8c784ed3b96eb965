/** Reads a backup. Nothing of it is believed before every byte of it was found to be as it was written. */
import { createHash } from "node:crypto";
import { open, type FileHandle } from "node:fs/promises";
import { resolve } from "node:path";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { codeOf } from "../errors/code-of.ts";
import { UserError } from "../errors/user-error.ts";
import { READ_WITHOUT_WAITING } from "../files/read-without-waiting.ts";
import { parseTarHeader, TAR_BLOCK, tarPadding } from "../files/tar.ts";
import { backupSeal, HEAD_NAME, MANIFEST_NAME, partName, SEAL_BYTES } from "./archive-names.ts";
import {
  BACKUP_FORMAT,
  parseBackupHead,
  parseBackupManifest,
  type BackupHead,
  type BackupManifest,
  type BackupRows,
} from "./manifest.ts";

const unzip = promisify(gunzip);

const READ_BYTES = 1_048_576;
/** The first file is a few hundred bytes, the manifest some 200 for each file of the tape. */
const MAX_HEAD_BYTES = 10_000;
const MAX_MANIFEST_BYTES = 400_000_000;
/** The limit for one part: four times what is written. */
const MAX_PART_BYTES = 16_777_216;

interface Place {
  readonly at: number;
  readonly size: number;
}

/** Tells how far it is, from 0 to 1. */
export type TellProgress = (share: number) => void;

export class ArchiveReader {
  readonly path: string;
  /** Of the file. */
  readonly bytes: number;
  readonly manifest: BackupManifest;
  readonly #file: FileHandle;
  readonly #places: ReadonlyMap<string, Place>;

  private constructor(
    { path, bytes, file }: { readonly path: string; readonly bytes: number; readonly file: FileHandle },
    manifest: BackupManifest,
    places: ReadonlyMap<string, Place>,
  ) {
    this.path = path;
    this.bytes = bytes;
    this.#file = file;
    this.manifest = manifest;
    this.#places = places;
  }

  /**
   * Opens a backup once all of it was read and found to be as it was written.
   *
   * @throws UserError that says so where the file is not a backup, is damaged or cut off, or is of a newer release.
   */
  static async open(path: string, tell: TellProgress = () => undefined): Promise<ArchiveReader> {
    const place = resolve(path);
    const file = await open(place, READ_WITHOUT_WAITING).catch((error: unknown) => {
      if (codeOf(error) !== "ENOENT" && codeOf(error) !== "ENOTDIR") throw error;
      throw new UserError(`The file ${place} does not exist.`, { cause: error });
    });
    try {
      const status = await file.stat();
      if (!status.isFile()) throw new UserError(`${place} is not a file.`);
      const size = status.size;
      const head = await readHead(file, place);
      if (head.format > BACKUP_FORMAT) {
        throw new UserError(
          `${place} was made by a newer release (${head.version}). Restore it with that release or a later one.`,
        );
      }
      await checkSeal(file, place, size, tell);
      const places = await listEntries(file, size - SEAL_BYTES);
      const manifest = places && (await readManifest(file, places.get(MANIFEST_NAME)));
      if (!places || !manifest) throw damaged(place);
      return new ArchiveReader({ path: place, bytes: size, file }, manifest, places);
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  close(): Promise<void> {
    return this.#file.close();
  }

  /** A file that is read whole, of at most 16 MB. */
  async read(name: string): Promise<Buffer> {
    const place = this.#places.get(name);
    if (!place || place.size > MAX_PART_BYTES) throw damaged(this.path);
    return readAt(this.#file, place);
  }

  /**
   * The rows of a table, or the jobs, as `COPY` takes them. Fails at the end where they are not those that were written.
   *
   * @param of what its parts are named after
   */
  async *rows(of: string, { parts, bytes, sha256 }: BackupRows): AsyncGenerator<Buffer> {
    const digest = createHash("sha256");
    let read = 0;
    for (let part = 1; part <= parts; part++) {
      const packed = await this.read(partName(of, part));
      const text = await unzip(packed, { maxOutputLength: MAX_PART_BYTES });
      digest.update(text);
      read += text.length;
      yield text;
    }
    if (read !== bytes || digest.digest("hex") !== sha256) throw damaged(this.path);
  }

  /** The content of a file of any size, piece by piece. */
  async *content(name: string): AsyncGenerator<Buffer> {
    const place = this.#places.get(name);
    if (!place) throw damaged(this.path);
    for (let done = 0; done < place.size;) {
      const size = Math.min(READ_BYTES, place.size - done);
      yield await readAt(this.#file, { at: place.at + done, size });
      done += size;
    }
  }
}

function damaged(path: string): UserError {
  return new UserError(
    `${path} is damaged, or was cut off: it is not what the backup has written. Take another copy of it, or another backup.`,
  );
}

async function readHead(file: FileHandle, path: string): Promise<BackupHead> {
  const [header, entry] = await readEntry(file, 0);
  const size = entry?.name === HEAD_NAME ? entry.size : Infinity;
  const text = size <= MAX_HEAD_BYTES ? await readAt(file, { at: TAR_BLOCK, size }).catch(() => undefined) : undefined;
  const head = text && parseBackupHead(text.toString("utf8"));
  if (head) return head;
  if (header.toString("latin1", 0, HEAD_NAME.length) === HEAD_NAME) throw damaged(path);
  throw new UserError(`${path} is not a backup of Tripod.`);
}

async function readEntry(file: FileHandle, at: number) {
  const header = Buffer.alloc(TAR_BLOCK);
  await file.read(header, 0, TAR_BLOCK, at);
  return [header, parseTarHeader(header)] as const;
}

async function readManifest(file: FileHandle, place: Place | undefined): Promise<BackupManifest | undefined> {
  if (!place || place.size > MAX_MANIFEST_BYTES) return undefined;
  return parseBackupManifest((await readAt(file, place)).toString("utf8"));
}

/** Reads everything, and compares it with the seal at the end. */
async function checkSeal(file: FileHandle, path: string, size: number, tell: TellProgress): Promise<void> {
  const sealed = size - SEAL_BYTES;
  if (sealed < 0) throw damaged(path);
  const hash = createHash("sha256");
  const buffer = Buffer.alloc(READ_BYTES);
  for (let at = 0; at < sealed;) {
    const { bytesRead } = await file.read(buffer, 0, Math.min(READ_BYTES, sealed - at), at);
    if (bytesRead === 0) throw damaged(path);
    hash.update(buffer.subarray(0, bytesRead));
    at += bytesRead;
    tell(at / sealed);
  }
  const seal = await readAt(file, { at: sealed, size: SEAL_BYTES });
  if (!seal.equals(backupSeal(hash.digest("hex")))) throw damaged(path);
}

/** Where each file of the archive begins; undefined where they do not follow each other up to the end. */
async function listEntries(file: FileHandle, end: number): Promise<ReadonlyMap<string, Place> | undefined> {
  const places = new Map<string, Place>();
  let at = 0;
  while (at < end) {
    const [, entry] = await readEntry(file, at);
    if (!entry || places.has(entry.name)) return undefined;
    places.set(entry.name, { at: at + TAR_BLOCK, size: entry.size });
    at += TAR_BLOCK + entry.size + tarPadding(entry.size);
  }
  return at === end ? places : undefined;
}

async function readAt(file: FileHandle, { at, size }: Place): Promise<Buffer> {
  const buffer = Buffer.alloc(size);
  for (let done = 0; done < size;) {
    const { bytesRead } = await file.read(buffer, done, size - done, at + done);
    if (bytesRead === 0) throw new Error("a file ended before its content");
    done += bytesRead;
  }
  return buffer;
}
