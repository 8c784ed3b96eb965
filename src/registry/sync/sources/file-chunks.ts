import { open, type FileHandle } from "node:fs/promises";
import { codeOf } from "../../../kit/errors/code-of.ts";
import { UserError } from "../../../kit/errors/user-error.ts";

const CHUNK_BYTES = 256 * 1024;

/** What another file, or another content, does not share. */
interface FileFacts {
  readonly dev: bigint;
  readonly ino: bigint;
  readonly size: bigint;
  readonly mtimeNs: bigint;
}

/**
 * The bytes of a regular file, once. Between two pieces it may be closed: the next piece opens it again. A reader that
 * comes to the end has read one content, from a file that did not change in between.
 */
export class FileChunks {
  readonly #path: string;
  readonly #signal: AbortSignal | undefined;
  #file: FileHandle | undefined;
  #facts: FileFacts | undefined;
  #position = 0;

  constructor(path: string, signal?: AbortSignal) {
    this.#path = path;
    this.#signal = signal;
  }

  /** @throws UserError when the file is another one, has changed, or is not there any more; the signal's reason */
  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    try {
      for (;;) {
        this.#signal?.throwIfAborted();
        this.#file ??= await this.#open();
        const { bytesRead, buffer } = await this.#file.read(
          Buffer.allocUnsafe(CHUNK_BYTES),
          0,
          CHUNK_BYTES,
          this.#position,
        );
        if (bytesRead === 0) {
          await this.#requireSame(this.#file);
          return;
        }
        this.#position += bytesRead;
        yield buffer.subarray(0, bytesRead);
      }
    } finally {
      await this.close();
    }
  }

  /** Until the next piece is read. */
  async close(): Promise<void> {
    const file = this.#file;
    this.#file = undefined;
    await file?.close();
  }

  async #open(): Promise<FileHandle> {
    const file = await open(this.#path, "r").catch((error: unknown) => {
      const code = codeOf(error);
      const says = code === "ENOENT" ? "is not there any more" : `cannot be read (${code ?? "unknown error"})`;
      throw this.#refusal(says, error);
    });
    try {
      await this.#requireSame(file);
      return file;
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  async #requireSame(file: FileHandle): Promise<void> {
    const { dev, ino, size, mtimeNs } = await file.stat({ bigint: true });
    const known = (this.#facts ??= { dev, ino, size, mtimeNs });
    const isSame = known.dev === dev && known.ino === ino && known.size === size && known.mtimeNs === mtimeNs;
    if (!isSame) throw this.#refusal("has changed since it was first read");
  }

  #refusal(says: string, cause?: unknown): UserError {
    return new UserError(`The file ${this.#path} ${says}. Nothing of it was imported.`, { cause });
  }
}
