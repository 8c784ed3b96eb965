/** Rows as CSV (RFC 4180, UTF-8), some hundred at a time. */
import { stringify, type Options } from "csv-stringify/sync";
import type { Cell } from "./core/workbook.ts";

/** As many rows become one piece of text. */
const BATCH_ROWS = 500;

/** A decimal is not a formula, whatever its sign. */
const NEGATIVE_DECIMAL = /^-\d+(\.\d+)?$/;

const OPTIONS: Options = {
  record_delimiter: "windows",
  // Spreadsheets take half of a line break for the end of a row too.
  quoted_match: /[\r\n]/,
  // A text that a spreadsheet would compute gets an apostrophe in front.
  escape_formulas: true,
  cast: { string: (value) => (NEGATIVE_DECIMAL.test(value) ? { value, escape_formulas: false } : value) },
};

/** Yields the names of the columns, then the rows. */
export async function* csvFile(
  columns: readonly string[],
  rows: AsyncIterable<readonly Cell[]>,
): AsyncIterable<Buffer> {
  let batch: (readonly Cell[])[] = [columns];
  for await (const row of rows) {
    batch.push(row);
    if (batch.length < BATCH_ROWS) continue;
    yield Buffer.from(stringify(batch, OPTIONS));
    batch = [];
  }
  if (batch.length > 0) yield Buffer.from(stringify(batch, OPTIONS));
}
