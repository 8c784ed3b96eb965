/** The content of the tape: three kinds of rows, and the form of each in a Parquet file. */

export type TapeKind = "tops" | "trades" | "candles";

export const TAPE_KINDS: readonly TapeKind[] = ["tops", "trades", "candles"];

interface Layout {
  /** Columns of a file in their order, with their types in DuckDB's words. A file of many codes has `code` before them. */
  readonly columns: readonly (readonly [name: string, type: string])[];
  /** The sort key of the rows of one code. */
  readonly order: string;
  /** The identity of a row of one code. */
  readonly key: string;
}

export const LAYOUTS: Readonly<Record<TapeKind, Layout>> = {
  tops: {
    columns: [
      ["ms", "BIGINT"],
      ["bid", "DOUBLE"],
      ["bid_quantity", "DOUBLE"],
      ["ask", "DOUBLE"],
      ["ask_quantity", "DOUBLE"],
    ],
    order: "ms",
    key: "ms",
  },
  trades: {
    columns: [
      ["ms", "BIGINT"],
      ["n", "BIGINT"],
      ["id", "VARCHAR"],
      ["price", "DOUBLE"],
      ["quantity", "DOUBLE"],
      ["side", "VARCHAR"],
    ],
    order: "ms, n",
    key: "id",
  },
  candles: {
    columns: [
      ["ms", "BIGINT"],
      ["open", "DOUBLE"],
      ["high", "DOUBLE"],
      ["low", "DOUBLE"],
      ["close", "DOUBLE"],
      ["volume", "DOUBLE"],
    ],
    order: "ms",
    key: "ms",
  },
};

/** The columns of a kind, separated by commas, as a select lists them. */
export function columnsOf(kind: TapeKind): string {
  return LAYOUTS[kind].columns.map(([name]) => name).join(", ");
}
