/** What a watch of a save folder needs, and how patient it is. */
import type { DiskLanes } from "../../../kit/files/disk-lanes.ts";
import type { Log } from "../../../kit/log/log.ts";
import type { Clock } from "../../../kit/time/clock.ts";
import type { FileStamp } from "./core/file-stamp.ts";
import type { FolderStatus, LoggedStatus } from "./core/folder-status.ts";
import type { SaveKind } from "./core/save-kind.ts";
import type { SaveParsers } from "./deliver.ts";
import type { FolderIo } from "./folder-io.ts";
import type { SaveChanges, SaveContents } from "./save-changes.ts";

/** Reads something large of the folder. It rejects as soon as the watch ends, whatever the disk does. */
export type FromDisk = <Result>(read: () => Promise<Result>) => Promise<Result>;

export interface WatchOptions<Contents extends SaveContents> {
  /** Absolute path. It need not exist yet. */
  readonly folder: string;
  readonly clock: Clock;
  /** With the server's name among its fields. */
  readonly log: Pick<Log, "info" | "warn" | "error">;
  /** The kind of a file, by its name. */
  readonly classify: (fileName: string) => SaveKind | "ignored";
  readonly parse: SaveParsers<Contents>;
  /** Ends the watch. */
  readonly signal: AbortSignal;
  /**
   * Takes one batch. The next one comes when the promise resolves; when it rejects, the same changes come again. What it
   * reads of the folder itself, such as a world, it reads `fromDisk`: that ends with the watch.
   */
  readonly onChanges: (changes: SaveChanges<Contents>, fromDisk: FromDisk) => Promise<void>;
  /** Called after every look at the folder, whatever its result. */
  readonly onStatus?: (status: FolderStatus) => void;
  /** The log's text about a status; by default its own sentence and counts of files. */
  readonly describe?: (status: FolderStatus) => LoggedStatus;
  /** The consumer's stored part of earlier changes: file names and their stamps. */
  readonly known?: ReadonlyMap<string, FileStamp>;
  /** Whether the consumer has a part of a first reading: the next look then goes on with it, and ends it. */
  readonly goesOnFirstReading?: boolean;
  /** Whether the system's word of a change may bring the next look forward. */
  readonly useHints?: boolean;
  readonly io?: FolderIo;
  /** The process's own unless told. */
  readonly lanes?: DiskLanes;

  /** From the end of one look at the folder to the next. */
  readonly pollMs?: number;
  /** A file is read when it has not changed for this long. */
  readonly settleMs?: number;
  /** From one try at an unsettled or unreadable file to the next. */
  readonly retryMs?: number;
  /** This many failed reads make a file broken. */
  readonly maxAttempts?: number;
  /** A missing file counts as removed after this long; many at once after three times as long. */
  readonly removedAfterMs?: number;
  /** A file system that gives no answer for this long is reported as unreachable. */
  readonly stalledAfterMs?: number;
  readonly maxEntries?: number;
  readonly maxBatchFiles?: number;
}
