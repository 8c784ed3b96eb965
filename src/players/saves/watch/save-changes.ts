/** The output of a watched folder: new or rewritten files, and removed files. */
import type { Instant } from "../../../kit/time/instant.ts";
import type { FileStamp } from "./core/file-stamp.ts";

/** The parsers' result for each kind of file. */
export interface SaveContents {
  readonly profile: unknown;
  readonly tribe: unknown;
  readonly tributeTribe: unknown;
}

/**
 * One batch of changes. Names in `removed` are never among its files, and must be removed before these are inserted: a
 * file of this batch may have replaced a removed name.
 */
export interface SaveChanges<Contents extends SaveContents = SaveContents> {
  /** From the first reading of a folder of which nothing was known. */
  readonly full: boolean;
  /** No more batches come of this look at the folder. */
  readonly last: boolean;
  readonly profiles: readonly SaveChange<Contents["profile"]>[];
  readonly tribes: readonly SaveChange<Contents["tribe"]>[];
  readonly tributes: readonly SaveChange<Contents["tributeTribe"]>[];
  readonly worlds: readonly WorldChange[];
  /** File names, as they were handed on before. Where a world started over, all the players there were. */
  readonly removed: readonly string[];
}

interface ChangedFile {
  readonly fileName: string;
  /** To be stored in the same transaction as the file's content, and given back as `known` at the next start. */
  readonly stamp: FileStamp;
  readonly modifiedAt: Instant;
  /** When the file system says that the file was made, where it knows. A file renamed into place is new each time. */
  readonly createdAt: Instant;
}

export interface SaveChange<Content> extends ChangedFile {
  readonly content: Content;
}

/** A world save is too large to be passed on. Its reader sees by size and time whether it is still the same. */
export interface WorldChange extends ChangedFile {
  readonly path: string;
  readonly sizeBytes: number;
}
