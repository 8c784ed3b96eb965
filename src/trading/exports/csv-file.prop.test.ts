import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Cell } from "./core/workbook.ts";
import { csvFile } from "./csv-file.ts";

const anyText = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 30 }),
  fc.string({
    unit: fc.constantFrom(",", '"', "\r", "\n", "=", "+", "-", "@", "\t", "a", "1", ".", "＝"),
    maxLength: 8,
  }),
);
const cell: fc.Arbitrary<Cell> = fc.oneof(anyText, fc.double({ noNaN: true, noDefaultInfinity: true }), fc.integer());

describe("a CSV file", () => {
  test("holds every cell that was written, and no formula", async () => {
    const rowsOf = fc.array(fc.array(cell, { minLength: 2, maxLength: 2 }), { maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(rowsOf, async (rows) => {
        const [head, ...cells] = parseCsv(await textOf(["a", "b"], rows));
        expect(head).toEqual(["a", "b"]);
        const withoutMarks = cells.map((row, at) => row.map((each, column) => unmarked(each, rows[at]?.[column])));
        expect(withoutMarks).toEqual(rows.map((row) => row.map(String)));
        for (const each of cells.flat()) expect(isFormula(each)).toBe(false);
      }),
    );
  });

  test.each([
    ["=1+1", "'=1+1"],
    ["@SUM(A1)", "'@SUM(A1)"],
    ["-2+3", "'-2+3"],
    ["-0.00200000", "-0.00200000"],
    [-0.5, "-0.5"],
    ["+1", "'+1"],
    ['say "hi", twice', '"say ""hi"", twice"'],
    ["two\nlines", '"two\nlines"'],
    ["two\rlines", '"two\rlines"'],
    ["two\r\nlines", '"two\r\nlines"'],
    ["\n", '"\n"'],
  ])("writes %j as %s", async (value, written) => {
    expect(await textOf(["a", "b"], [[value, 1]])).toBe(`a,b\r\n${written},1\r\n`);
  });

  test("has no line break outside of quotation marks but at the end of a row, whatever the texts hold", async () => {
    const rowsOf = fc.array(fc.array(cell, { minLength: 2, maxLength: 2 }), { maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(rowsOf, async (rows) => {
        const bare = (await textOf(["a", "b"], rows)).replaceAll(/"(?:[^"]|"")*"/g, "");
        expect(bare.match(/[\r\n]+/g)?.join("")).toBe("\r\n".repeat(rows.length + 1));
      }),
    );
  });

  test("has all rows of more than one batch, in order", async () => {
    const rows = Array.from({ length: 1_703 }, (_, row) => [row, `order ${row}`]);
    expect(parseCsv(await textOf(["a", "b"], rows)).slice(1)).toEqual(rows.map((row) => row.map(String)));
  });
});

/** The apostrophe that keeps a text from being computed is not part of it. */
function unmarked(read: string, written: Cell | undefined): string {
  return typeof written === "string" && read === `'${written}` ? written : read;
}

function isFormula(read: string): boolean {
  return /^[=+\-@\t\r＝＋－＠]/u.test(read) && !/^-\d+(\.\d+)?(e[+-]\d+)?$/.test(read);
}

/** RFC 4180, character by character. */
function parseCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let value = "";
  let quoted = false;
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    if (quoted) {
      if (character !== '"') value += character;
      else if (text[at + 1] === '"') value += text.charAt(++at);
      else quoted = false;
    } else if (character === '"' && value === "") quoted = true;
    else if (character === ",") {
      row.push(value);
      value = "";
    } else if (character === "\r" && text[at + 1] === "\n") {
      row.push(value);
      rows.push(row);
      [row, value] = [[], ""];
      at++;
    } else value += character;
  }
  return rows;
}

async function textOf(columns: readonly string[], rows: readonly (readonly Cell[])[]): Promise<string> {
  let whole = "";
  for await (const part of csvFile(columns, from(rows))) whole += part.toString();
  return whole;
}

async function* from<Item>(items: readonly Item[]): AsyncIterable<Item> {
  yield* items;
}
