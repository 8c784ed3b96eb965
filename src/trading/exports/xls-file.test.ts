import { read, utils } from "@e965/xlsx";
import * as compoundFile from "cfb";
import { describe, expect, test } from "vitest";
import type { Cell } from "./core/workbook.ts";
import { xlsFile } from "./xls-file.ts";

describe("an .xls file of medium size", () => {
  test("reads back whole", async () => {
    const rows = Array.from({ length: 3_000 }, (_, row) => [row, `order ${row}`, "binance", -row / 8, "0.00200000"]);
    const book = read(await fileOf(["id", "order", "exchange", "pnl", "amount"], rows), { type: "buffer" });
    expect(book.SheetNames).toEqual(["Transactions"]);
    const sheet = book.Sheets["Transactions"];
    expect(utils.sheet_to_json(sheet ?? {}, { header: 1 })).toEqual([
      ["id", "order", "exchange", "pnl", "amount"],
      ...rows,
    ]);
  });

  test("has numbers as numbers and texts as texts, never formulas", async () => {
    const book = read(await fileOf(["a", "b", "c"], [["=1+1", 2.5, Number.NaN]]), { type: "buffer" });
    const sheet = book.Sheets["Transactions"];
    expect(sheet?.["A2"]).toMatchObject({ t: "s", v: "=1+1" });
    expect(sheet?.["A2"]).not.toHaveProperty("f");
    expect(sheet?.["B2"]).toMatchObject({ t: "n", v: 2.5 });
    expect(sheet?.["C2"]).toMatchObject({ t: "s", v: "NaN" });
  });

  test("cuts a text off where the format ends", async () => {
    const book = read(await fileOf(["a"], [["x".repeat(40_000)]]), { type: "buffer" });
    expect(book.Sheets["Transactions"]?.["A2"]).toMatchObject({ v: "x".repeat(32_767) });
  });

  test("without rows has the names of the columns", async () => {
    const book = read(await fileOf(["a", "b"], []), { type: "buffer" });
    expect(utils.sheet_to_json(book.Sheets["Transactions"] ?? {}, { header: 1 })).toEqual([["a", "b"]]);
  });
});

describe("an .xls file of 70,000 rows", () => {
  test("goes on in a second sheet, every record in its place", async () => {
    const rows = Array.from({ length: 70_000 }, (_, row) => [row, `order ${row}`, "binance"]);
    const stream = workbookOf(await fileOf(["id", "order", "exchange"], rows));
    const records = recordsOf(stream);
    const texts = textsOf(records);
    const sheets = records.filter(({ type }) => type === BOUNDSHEET).map(({ body }) => body.readUInt32LE(0));
    expect(sheets).toHaveLength(2);
    const found = sheets.map((offset) => cellsOf(records, offset, texts));

    expect(found.map(({ rowsAsDeclared }) => rowsAsDeclared)).toEqual([65_536, 70_000 - 65_535 + 1]);
    expect(found.map(({ cells }) => cells.length)).toEqual([65_536, 70_000 - 65_535 + 1]);
    expect(found.map(({ cells }) => cells[0])).toEqual([
      ["id", "order", "exchange"],
      ["id", "order", "exchange"],
    ]);
    // One comparison instead of 70,000: the whole is what was written.
    const all = found.flatMap(({ cells }) => cells.slice(1));
    expect(JSON.stringify(all) === JSON.stringify(rows)).toBe(true);
  });
});

const BOF = 0x0809;
const EOF = 0x000a;
const BOUNDSHEET = 0x0085;
const DIMENSIONS = 0x0200;
const NUMBER = 0x0203;
const LABELSST = 0x00fd;
const SST = 0x00fc;
const CONTINUE = 0x003c;

interface BiffRecord {
  readonly at: number;
  readonly type: number;
  readonly body: Buffer;
}

function workbookOf(file: Buffer): Buffer {
  const entry = compoundFile.find(compoundFile.read(file, { type: "buffer" }), "Workbook");
  if (!entry) throw new Error("the file has a stream of that name");
  return Buffer.from(entry.content);
}

function recordsOf(stream: Buffer): BiffRecord[] {
  const records: BiffRecord[] = [];
  for (let at = 0; at < stream.length;) {
    const size = stream.readUInt16LE(at + 2);
    if (size > 8_224) throw new Error("a record is too long");
    records.push({ at, type: stream.readUInt16LE(at), body: stream.subarray(at + 4, at + 4 + size) });
    at += 4 + size;
  }
  return records;
}

/** The texts, which here are of one byte a character and go on in records that say so again. */
function textsOf(records: readonly BiffRecord[]): string[] {
  const first = records.findIndex(({ type }) => type === SST);
  const parts = [records[first]?.body.subarray(8) ?? Buffer.alloc(0)];
  for (let next = first + 1; records[next]?.type === CONTINUE; next++)
    parts.push(records[next]?.body ?? Buffer.alloc(0));
  const texts: string[] = [];
  let part = 0;
  let at = 0;
  const total = records[first]?.body.readUInt32LE(4) ?? 0;
  while (texts.length < total) {
    if (at === parts[part]?.length) [part, at] = [part + 1, 0];
    const length = parts[part]?.readUInt16LE(at) ?? 0;
    expect(parts[part]?.[at + 2]).toBe(0);
    at += 3;
    let text = "";
    while (text.length < length) {
      if (at === parts[part]?.length) [part, at] = [part + 1, 1];
      const piece = parts[part]?.toString("latin1", at, at + length - text.length) ?? "";
      text += piece;
      at += piece.length;
    }
    texts.push(text);
  }
  return texts;
}

function cellsOf(records: readonly BiffRecord[], offset: number, texts: readonly string[]) {
  let index = records.findIndex(({ at }) => at === offset);
  expect(records[index]?.type).toBe(BOF);
  const cells: Cell[][] = [];
  let rowsAsDeclared = 0;
  for (index++; records[index]?.type !== EOF; index++) {
    const { type, body } = records[index] ?? { type: 0, body: Buffer.alloc(0) };
    if (type === DIMENSIONS) rowsAsDeclared = body.readUInt32LE(4);
    if (type !== NUMBER && type !== LABELSST) continue;
    const value = type === NUMBER ? body.readDoubleLE(6) : (texts[body.readUInt32LE(6)] ?? "");
    (cells[body.readUInt16LE(0)] ??= [])[body.readUInt16LE(2)] = value;
  }
  return { rowsAsDeclared, cells };
}

async function fileOf(columns: readonly string[], rows: readonly (readonly Cell[])[]): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of xlsFile("Transactions", columns, from(rows))) parts.push(part);
  return Buffer.concat(parts);
}

async function* from<Item>(items: readonly Item[]): AsyncIterable<Item> {
  yield* items;
}
