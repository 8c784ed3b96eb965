/** The storage port of the exports. The only implementation is `sql/export-store.ts`. */
import type { Instant } from "../../kit/time/instant.ts";
import type { Page } from "../page.ts";
import type { ExportRecord } from "./core/export-record.ts";

export interface NewExport extends Pick<ExportRecord, "uid" | "ownerUid" | "system" | "type" | "symbol" | "rowLimit"> {
  readonly at: Instant;
  readonly expiresAt: Instant;
}

/** This many exports of a user may wait or be made at a time. */
export const MAX_UNDER_WAY = 3;

/** This many complete exports of a user are kept; the oldest gives way. */
export const MAX_KEPT = 20;

/** One try to make an export. Its writes count only while no later try has begun. */
export type ExportRun = Pick<ExportRecord, "id" | "run">;

export interface CompleteFile {
  readonly rows: number;
  readonly sizeBytes: number;
  readonly sha256: string;
  /** As in `ExportRecord`. */
  readonly showsAccount: boolean;
}

export interface ExportStore {
  /** Stores a request and makes the job due that answers it. Undefined when too many are in progress. */
  request(request: NewExport): Promise<ExportRecord | undefined>;
  /** One of the user's own. */
  find(uid: number, id: number): Promise<ExportRecord | undefined>;
  /** A page of the user's own, newest first, and how many there are. */
  list(uid: number, page: Page): Promise<{ readonly exports: ExportRecord[]; readonly total: number }>;
  /** The bytes of a complete export, in order. Throws when they have been removed in between. */
  readFile(of: ExportRun): AsyncIterable<Buffer>;

  /**
   * Restarts: the chunks of an earlier try are gone, and its later writes are refused. Undefined when there is nothing
   * to make any more.
   */
  begin(id: number, at: Instant): Promise<ExportRecord | undefined>;
  /** These four answer false when another try has begun, or the export was removed. */
  addChunk(run: ExportRun, position: number, content: Buffer): Promise<boolean>;
  setRowsDone(run: ExportRun, rowsDone: number): Promise<boolean>;
  complete(run: ExportRun, file: CompleteFile): Promise<boolean>;
  fail(run: ExportRun): Promise<boolean>;

  /** Gives up exports that are not complete and not tried any more, some at a time; answers how many. */
  failAbandoned(): Promise<number>;
  /** Removes files of expired exports, some at a time; answers of how many. */
  purgeExpired(at: Instant): Promise<number>;
  /** Forgets exports whose files were removed before that moment, some at a time; answers how many. */
  forgetPurged(before: Instant): Promise<number>;
}
