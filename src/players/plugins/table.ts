/** The two kinds of databases, for the reading of one table. */
import type { PluginValue } from "./core/read-rows.ts";

export interface TableLimits {
  /** More rows are an error, never a shorter answer. */
  readonly maxRows: number;
  /** Of all values together. */
  readonly maxBytes: number;
}

/** The name is one that was checked; `choose` is given all columns, and answers which are read. */
export interface TableRead {
  readonly name: string;
  readonly limits: TableLimits;
  readonly choose: (columns: readonly string[]) => readonly string[];
}

/** By the names of the columns. */
export type PluginRow = Readonly<Record<string, PluginValue>>;
