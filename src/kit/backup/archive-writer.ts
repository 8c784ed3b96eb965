/** Writes a backup: one file that has its name only when it is whole. */
import { createHash, randomBytes } from "node:crypto";
import { open, rename, rm, stat, type FileHandle } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { codeOf } from "../errors/code-of.ts";
import { UserError } from "../errors/user-error.ts";
import { isThere } from "../files/is-there.ts";
import { syncFolder } from "../files/sync-folder.ts";
import { tarHeader, tarPadding } from "../files/tar.ts";
import { backupSeal } from "./archive-names.ts";

/** A part of the path is not there, or is a file. */
const NO_FOLDER: ReadonlySet<string> = new Set(["ENOENT", "ENOTDIR"]);

/** Of a file that is taken as it is. */
const READ_BYTES = 1_048_576;

/**
 * A backup that is being written. Several may add to it at the same time: what they add is written one after the
 * other, and each waits until its own is. So memory holds only what waiting callers have brought.
 */
export class ArchiveWriter {
  readonly #path: string;
  readonly #draft: string;
  readonly #file: FileHandle;
  readonly #modifiedSeconds: number;
  readonly #hash = createHash("sha256");
  #bytes = 0;
  #last: Promise<unknown> = Promise.resolve();

  private constructor(path: string, draft: string, file: FileHandle, modifiedSeconds: number) {
    this.#path = path;
    this.#draft = draft;
    this.#file = file;
    this.#modifiedSeconds = modifiedSeconds;
  }

  /**
   * Begins a backup beside its place, readable by this account alone.
   *
   * @param modifiedSeconds the modification time of the files in it, in seconds since 1970
   * @throws UserError when something has the name already, or the folder takes no file
   */
  static async open(path: string, modifiedSeconds: number): Promise<ArchiveWriter> {
    const place = await requireFreePlace(path);
    const draft = `${place}.${randomBytes(4).toString("hex")}.part`;
    return new ArchiveWriter(place, draft, await open(draft, "wx", 0o600), modifiedSeconds);
  }

  /** This many bytes were written so far. */
  get bytes(): number {
    return this.#bytes;
  }

  add(name: string, content: Uint8Array): Promise<void> {
    return this.#inTurn(async () => {
      await this.#write(tarHeader({ name, size: content.length }, this.#modifiedSeconds));
      await this.#write(content);
      await this.#write(Buffer.alloc(tarPadding(content.length)));
    });
  }

  /** Adds the content of a file that never changes, and answers its size and digest. */
  addFile(name: string, source: FileHandle): Promise<{ readonly bytes: number; readonly sha256: string }> {
    return this.#inTurn(async () => {
      const { size } = await source.stat();
      const digest = createHash("sha256");
      await this.#write(tarHeader({ name, size }, this.#modifiedSeconds));
      const buffer = Buffer.alloc(Math.min(READ_BYTES, Math.max(size, 1)));
      for (let at = 0; at < size;) {
        const { bytesRead } = await source.read(buffer, 0, Math.min(buffer.length, size - at), at);
        if (bytesRead === 0) throw new Error("a file became shorter while it was read");
        const read = buffer.subarray(0, bytesRead);
        digest.update(read);
        await this.#write(read);
        at += bytesRead;
      }
      await this.#write(Buffer.alloc(tarPadding(size)));
      return { bytes: size, sha256: digest.digest("hex") };
    });
  }

  /** Seals it, makes it safe on the disk, and gives it its name. Answers its size. */
  async finish(): Promise<number> {
    await this.#inTurn(async () => {
      const sum = this.#hash.copy().digest("hex");
      await this.#write(backupSeal(sum));
      await this.#file.sync();
      await this.#file.close();
      if (await isThere(this.#path)) throw new UserError(`${this.#path} was made by another program in the meantime.`);
      await rename(this.#draft, this.#path);
      await syncFolder(dirname(this.#path));
    });
    return this.#bytes;
  }

  /** Leaves nothing behind. For a backup that failed. */
  async abandon(): Promise<void> {
    await this.#last.catch(() => undefined);
    await this.#file.close().catch(() => undefined);
    await rm(this.#draft, { force: true });
  }

  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const mine = this.#last.then(work);
    // Writes after a failure fail too: half of an entry may be written.
    this.#last = mine;
    mine.catch(() => undefined);
    return mine;
  }

  async #write(bytes: Uint8Array): Promise<void> {
    for (let at = 0; at < bytes.length;) {
      const { bytesWritten } = await this.#file.write(bytes, at, bytes.length - at, this.#bytes);
      this.#hash.update(bytes.subarray(at, at + bytesWritten));
      this.#bytes += bytesWritten;
      at += bytesWritten;
    }
  }
}

/**
 * The whole path of a backup that is to be made.
 *
 * @throws UserError when something has the name already, or its folder is not there
 */
export async function requireFreePlace(path: string): Promise<string> {
  const place = resolve(path);
  if (await isThere(place)) throw new UserError(`${place} is there already. Choose another name for the backup.`);
  const folder = await stat(dirname(place)).catch((error: unknown) => {
    if (!NO_FOLDER.has(codeOf(error) ?? "")) throw error;
  });
  if (folder?.isDirectory() === true) return place;
  throw new UserError(`The folder ${dirname(place)} does not exist. Make it, or choose another place.`);
}
