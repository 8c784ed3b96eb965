/**
 * The `Workbook` stream of an .xls file: BIFF8 (MS-XLS), with as many sheets as the rows need, numbers and texts. Rows
 * become records as they come; texts that come again cost nothing.
 */
import { invariant } from "../../../kit/errors/invariant.ts";
import { RecordWriter } from "./record-writer.ts";
import { SharedStrings } from "./shared-strings.ts";

export type Cell = string | number;

/** A sheet of the format has 65,536 rows, the first of which holds the names of the columns. */
const MAX_SHEET_ROWS = 65_535;

const MAX_COLUMNS = 256;

/** The only format of cells that we use; the 15 before it are styles. */
const CELL_FORMAT = 15;

const BOF = 0x0809;
const EOF = 0x000a;
const NUMBER = 0x0203;
const LABELSST = 0x00fd;

interface Sheet {
  readonly name: string;
  readonly cells: RecordWriter;
  rows: number;
}

export class Workbook {
  readonly #name: string;
  readonly #columns: readonly string[];
  readonly #texts = new SharedStrings();
  readonly #sheets: Sheet[] = [];
  #sheet: Sheet;

  /** `name` is that of the first sheet, at most 25 ASCII letters, digits and spaces. At most 256 columns. */
  constructor(name: string, columns: readonly string[]) {
    invariant(/^[\w ]{1,25}$/.test(name), "a sheet's name is short and plain");
    invariant(columns.length > 0 && columns.length <= MAX_COLUMNS, "a sheet has 1 to 256 columns");
    this.#name = name;
    this.#columns = columns;
    this.#sheet = this.#addSheet();
  }

  /**
   * Adds a row. Empty texts leave their cells empty, numbers that are not finite become text, and text longer than
   * 32,767 characters is cut: the format has no room for more.
   */
  addRow(cells: readonly Cell[]): void {
    if (this.#sheet.rows > MAX_SHEET_ROWS) this.#sheet = this.#addSheet();
    this.#write(cells);
  }

  /** The bytes of the stream. The workbook takes no more rows. */
  finish(): Buffer {
    const sheets = this.#sheets.map((sheet, index) => ({
      ...sheet,
      head: sheetHead(sheet, this.#columns, index === 0),
    }));
    for (const { cells } of sheets) cells.record(EOF, 0);
    const sizes = sheets.map(({ head, cells }) => head.byteLength + cells.byteLength);
    // Where the sheets begin depends on how long what comes before is, and that not on where they begin.
    const before = this.#globals(sheets.map(() => 0)).byteLength;
    const offsets = sizes.map((_, index) => sizes.slice(0, index).reduce((sum, size) => sum + size, before));
    const whole = Buffer.allocUnsafe(sizes.reduce((sum, size) => sum + size, before));
    let at = this.#globals(offsets).moveTo(whole, 0);
    for (const { head, cells } of sheets) at = cells.moveTo(whole, head.moveTo(whole, at));
    invariant(at === whole.length, "a workbook is as long as its parts");
    return whole;
  }

  #addSheet(): Sheet {
    const number = this.#sheets.length + 1;
    const name = number === 1 ? this.#name : `${this.#name} ${number}`;
    const sheet: Sheet = { name, cells: new RecordWriter(), rows: 0 };
    this.#sheets.push(sheet);
    this.#sheet = sheet;
    this.#write(this.#columns);
    return sheet;
  }

  #write(values: readonly Cell[]): void {
    invariant(values.length <= this.#columns.length, "a row has no more cells than there are columns");
    const { cells, rows } = this.#sheet;
    for (const [column, value] of values.entries()) {
      if (typeof value === "number" && Number.isFinite(value)) {
        cells.record(NUMBER, 14).u16(rows).u16(column).u16(CELL_FORMAT).f64(value);
      } else if (value !== "") {
        const text = this.#texts.numberOf(String(value));
        cells.record(LABELSST, 10).u16(rows).u16(column).u16(CELL_FORMAT).u32(text);
      }
    }
    this.#sheet.rows++;
  }

  /** Everything before the first sheet: fonts, formats, the sheets' names and places, the texts. */
  #globals(offsets: readonly number[]): RecordWriter {
    const records = new RecordWriter();
    beginPart(records, 0x0005);
    records.record(0x0042, 2).u16(1200); // CODEPAGE: UTF-16
    records.record(0x003d, 18); // WINDOW1
    for (const value of [0, 0, 0x3a5c, 0x23be, 0x0038, 0, 0, 1, 0x0258]) records.u16(value);
    // Readers count on four fonts.
    for (let font = 0; font < 4; font++) writeFont(records, "Arial");
    for (let style = 0; style < CELL_FORMAT; style++) writeFormat(records, 0xfff5);
    writeFormat(records, 0x0001);
    records.record(0x0293, 4).u16(0x8000).u8(0).u8(0xff); // STYLE: the first format is "Normal"
    for (const [index, { name }] of this.#sheets.entries()) {
      records.record(0x0085, 8 + name.length).u32(offsets[index] ?? 0); // BOUNDSHEET8
      records.u16(0).u8(name.length).u8(0).bytes(Buffer.from(name, "latin1"));
    }
    this.#texts.writeTo(records);
    return records.record(EOF, 0);
  }
}

/** How large the sheet is, and how it is first seen. */
function sheetHead({ rows }: Sheet, columns: readonly string[], isShown: boolean): RecordWriter {
  const head = new RecordWriter();
  beginPart(head, 0x0010);
  head.record(0x0200, 14).u32(0).u32(rows).u16(0).u16(columns.length).u16(0); // DIMENSIONS
  head.record(0x023e, 18).u16(isShown ? 0x06b6 : 0x00b6); // WINDOW2
  return head.u16(0).u16(0).u32(0x40).u16(0).u16(0).u32(0);
}

/** `BOF`: 0x0005 begins the globals, 0x0010 a sheet. */
function beginPart(records: RecordWriter, kind: number): void {
  records.record(BOF, 16).u16(0x0600).u16(kind).u16(0x0dbb).u16(0x07cc).u32(0x00c1).u32(0x0306);
}

function writeFont(records: RecordWriter, name: string): void {
  records
    .record(0x0031, 16 + name.length)
    .u16(200)
    .u16(0)
    .u16(0x7fff)
    .u16(400)
    .u16(0);
  records.u8(0).u8(0).u8(0).u8(0).u8(name.length).u8(0).bytes(Buffer.from(name, "latin1"));
}

/** `XF`: what cells look like; `kind` says whether it is a style or for cells. */
function writeFormat(records: RecordWriter, kind: number): void {
  const used = kind === 0x0001 ? 0 : 0xf4;
  records.record(0x00e0, 20).u16(0).u16(0).u16(kind).u8(0x20).u8(0).u8(0).u8(used);
  records.u32(0).u32(0).u16(0x20c0);
}
