import { read, utils } from "@e965/xlsx";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Cell } from "./core/workbook.ts";
import { xlsFile } from "./xls-file.ts";

/** Texts around every border of the format: widths, lengths that end a record, and empty text. */
const text = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 40 }),
  fc.string({ unit: fc.constantFrom("a", "é", "ÿ", "Ā", "€", "\u0000", "\n", "😀"), maxLength: 60 }),
  fc
    .record({ unit: fc.constantFrom("x", "ß", "ж"), length: fc.integer({ min: 2_000, max: 9_000 }) })
    .map(({ unit, length }) => unit.repeat(length)),
);
const number = fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.integer());
const cell: fc.Arbitrary<Cell> = fc.oneof(text, number);

describe("an .xls file", () => {
  test("holds exactly the cells that were written, whatever they are", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(cell, { minLength: 3, maxLength: 3 }), { maxLength: 25 }), async (rows) => {
        const cells = await readBack(["a", "b", "c"], rows);
        expect(cells).toEqual([["a", "b", "c"], ...rows]);
      }),
      { numRuns: 60 },
    );
  });

  test("holds texts whose characters begin and end at every place of a record", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 8_150, max: 8_240 }), fc.constantFrom("y", "ы"), async (length, unit) => {
        const rows = [
          ["z".repeat(length), "after"],
          [unit.repeat(20), unit.repeat(length + 8_300)],
        ];
        expect(await readBack(["a", "b"], rows)).toEqual([["a", "b"], ...rows]);
      }),
      { numRuns: 100 },
    );
  });
});

/** The content of the file according to the library of a spreadsheet program. Cells that are empty texts are empty. */
async function readBack(columns: readonly string[], rows: readonly (readonly Cell[])[]): Promise<unknown[][]> {
  const file = await fileOf(columns, rows);
  const book = read(file, { type: "buffer", raw: true });
  const [name = ""] = book.SheetNames;
  const sheet = book.Sheets[name];
  if (!sheet) return [];
  return utils.sheet_to_json<unknown[]>(sheet, { header: 1, defval: "", raw: true, blankrows: true });
}

async function fileOf(columns: readonly string[], rows: readonly (readonly Cell[])[]): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of xlsFile("Transactions", columns, from(rows))) parts.push(part);
  return Buffer.concat(parts);
}

async function* from<Item>(items: readonly Item[]): AsyncIterable<Item> {
  yield* items;
}
