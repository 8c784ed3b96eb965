/** The few things a watcher asks of a file system, so that nothing else reaches it. */
import { close, constants, fstat, open, read, type BigIntStats } from "node:fs";
import { lstat, opendir, realpath } from "node:fs/promises";
import { promisify } from "node:util";
import { READ_WITHOUT_WAITING } from "../../../kit/files/read-without-waiting.ts";
import type { FileVersion } from "./core/file-stamp.ts";

export interface FolderIo {
  /** Every name in a folder. Rejects with `TooManyEntries` when there are more than `maxEntries`. */
  names(folder: string, maxEntries: number): Promise<readonly string[]>;
  /** The thing at a path. Links are not followed. */
  look(path: string): Promise<FileFacts>;
  /** The path without any links in it. */
  realPath(path: string): Promise<string>;
  /** Opens a file to read it. A link is refused, and what is not a plain file does not block. */
  open(path: string): Promise<OpenFile>;
}

export interface FileFacts extends FileVersion {
  readonly type: "file" | "link" | "other";
  /** Nanoseconds since 1970; 0 where the file system does not know. */
  readonly createdNs: bigint;
}

export interface OpenFile {
  look(): Promise<FileFacts>;
  /** The first `sizeBytes` bytes, or fewer when the file is shorter. */
  read(sizeBytes: number): Promise<Uint8Array>;
  close(): Promise<void>;
}

export class TooManyEntries extends Error {
  override readonly name = "TooManyEntries";
}

// Windows does not know the flag, and `constants` then has no such member.
const { O_NOFOLLOW = 0 } = constants as Partial<typeof constants>;

/** By numbers of open files: a `FileHandle` takes a third more processor time, which hundreds of thousands of files feel. */
const files = {
  open: promisify(open),
  stat: promisify<number, { readonly bigint: true }, BigIntStats>(fstat),
  read: promisify(read),
  close: promisify(close),
};

/** The real file system. */
export const folderIo: FolderIo = {
  async names(folder, maxEntries) {
    const names: string[] = [];
    for await (const { name } of await opendir(folder, { bufferSize: 256 })) {
      if (names.length >= maxEntries) throw new TooManyEntries(`it holds more than ${maxEntries} files`);
      names.push(name);
    }
    return names;
  },
  look: async (path) => factsOf(await lstat(path, { bigint: true })),
  realPath: (path) => realpath(path),
  async open(path) {
    const file = await files.open(path, READ_WITHOUT_WAITING | O_NOFOLLOW);
    return {
      look: async () => factsOf(await files.stat(file, { bigint: true })),
      async read(sizeBytes) {
        const bytes = Buffer.allocUnsafeSlow(sizeBytes);
        let filled = 0;
        while (filled < sizeBytes) {
          const { bytesRead } = await files.read(file, bytes, filled, sizeBytes - filled, filled);
          if (bytesRead === 0) break;
          filled += bytesRead;
        }
        return bytes.subarray(0, filled);
      },
      close: () => files.close(file),
    };
  },
};

function factsOf(stats: BigIntStats): FileFacts {
  return {
    type: stats.isFile() ? "file" : stats.isSymbolicLink() ? "link" : "other",
    sizeBytes: Number(stats.size),
    modifiedNs: stats.mtimeNs,
    createdNs: stats.birthtimeNs,
    inode: stats.ino,
  };
}
