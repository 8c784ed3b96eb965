/** Rows as an .xls file: a workbook in a compound file (MS-CFB), which is whole only when the last row is there. */
import * as compoundFile from "cfb";
import { Workbook, type Cell } from "./core/workbook.ts";

/** Yields the whole file, at once. */
export async function* xlsFile(
  name: string,
  columns: readonly string[],
  rows: AsyncIterable<readonly Cell[]>,
): AsyncIterable<Buffer> {
  const workbook = new Workbook(name, columns);
  for await (const row of rows) workbook.addRow(row);
  const container = compoundFile.utils.cfb_new();
  compoundFile.utils.cfb_add(container, "Workbook", workbook.finish());
  yield compoundFile.write(container, { type: "buffer" }) as Buffer;
}
