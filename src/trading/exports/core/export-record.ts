/** The fields of an export, and those that are shown. */
import type { Instant } from "../../../kit/time/instant.ts";

export const EXPORT_SYSTEMS = ["strategy_transactions", "all_strategies", "news"] as const;
export const EXPORT_TYPES = [".xls", ".csv"] as const;

/** Whose rows: those of the transactions of strategies, one for each strategy, or one for each article. */
export type ExportSystem = (typeof EXPORT_SYSTEMS)[number];

/** A file that a spreadsheet opens: BIFF8 in a compound file, or text. */
export type ExportType = (typeof EXPORT_TYPES)[number];

export interface ExportRecord {
  readonly id: number;
  readonly uid: number;
  readonly ownerUid: number;
  readonly system: ExportSystem;
  readonly type: ExportType;
  /** A service code. */
  readonly symbol: string;
  /** At most this many rows. */
  readonly rowLimit: number;
  readonly state: "queued" | "running" | "completed" | "failed";
  /** How often it was begun; the chunks of the last run are the file. */
  readonly run: number;
  readonly rowsDone: number;
  /** Of the complete file; null before. */
  readonly file: {
    readonly sizeBytes: number;
    readonly sha256: string;
    /** Whether it has what only users see who see all strategies of the account; null where that is not known. */
    readonly showsAccount: boolean | null;
  } | null;
  readonly createdAt: Instant;
  readonly expiresAt: Instant;
}

/** Its state as shown: what has expired is nothing else any more. */
export function exportState(record: ExportRecord, now: Instant): ExportRecord["state"] | "expired" {
  return record.expiresAt <= now ? "expired" : record.state;
}

/** How much of it is there, 0 to 1: rows that were read, of those that were asked for. 1 only when it is complete. */
export function exportProgress({ state, rowsDone, rowLimit }: ExportRecord): number {
  if (state === "completed") return 1;
  return Math.min(0.99, Math.floor((rowsDone / rowLimit) * 100) / 100);
}

/**
 * The name of the file.
 *
 * @example
 * fileNameOf(record); // "strategy_transactions-binance-btcusdt-17.csv"
 */
export function fileNameOf({ id, system, symbol, type }: ExportRecord): string {
  return `${system}-${symbol.replace(/[^a-z0-9_-]/g, "_")}-${id}${type}`;
}

/** The media type of the file. */
export function contentTypeOf(type: ExportType): string {
  return type === ".csv" ? "text/csv; charset=utf-8" : "application/vnd.ms-excel";
}
