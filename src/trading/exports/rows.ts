/** Where the rows of exports come from. */
import type { Caller } from "../caller.ts";
import type { ExportSystem } from "./core/export-record.ts";
import type { Cell } from "./core/workbook.ts";

/** The requester, as it is when the file is made. */
export type ExportUser = Pick<Caller, "uid" | "ownerUid" | "rights" | "plan">;

export interface ExportAsk {
  /** A sub-account receives only what it may see. */
  readonly user: ExportUser;
  /** A service code. */
  readonly symbol: string;
  readonly limit: number;
}

export interface ExportRows {
  /** The names of the columns, 1 to 256. */
  columns(system: ExportSystem): readonly string[];
  /** The newest first, at most `limit`; each with a cell for every column. Numbers that must stay exact are texts. */
  rows(system: ExportSystem, ask: ExportAsk): AsyncIterable<readonly Cell[]>;
}

/** The rows of one system. */
export interface ExportSource {
  readonly columns: readonly string[];
  readonly rows: (ask: ExportAsk) => AsyncIterable<readonly Cell[]>;
}
