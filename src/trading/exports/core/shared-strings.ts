/**
 * The texts of a workbook, which its cells name by number: the record `SST` and those that continue it (MS-XLS, sections
 * 2.4.265 and 2.5.293).
 */
import { MAX_SHEET_RECORD_BYTES, type RecordWriter } from "./record-writer.ts";

const SST = 0x00fc;
const CONTINUE = 0x003c;

/** The format's own limit for the text of a cell; what is longer is cut off. */
const MAX_CHARACTERS = 32_767;

/** Of so many texts it is remembered that they are there already; others may be there twice, which is allowed. */
const MAX_REMEMBERED = 50_000;

const WIDE = 1;

export class SharedStrings {
  readonly #known = new Map<string, number>();
  readonly #full: Buffer[] = [];
  #part = Buffer.allocUnsafe(MAX_SHEET_RECORD_BYTES);
  /** The first part begins with two counts, which `writeTo` fills in. */
  #at = 8;
  #uses = 0;
  #texts = 0;

  /** The number of a text, which is added unless it is known. */
  numberOf(text: string): number {
    this.#uses++;
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    const number = this.#texts++;
    if (number < MAX_REMEMBERED) this.#known.set(text, number);
    this.#append(text.length > MAX_CHARACTERS ? text.slice(0, MAX_CHARACTERS) : text);
    return number;
  }

  /** Writes the records. */
  writeTo(records: RecordWriter): void {
    const parts = [...this.#full, this.#part.subarray(0, this.#at)];
    parts[0]?.writeUInt32LE(this.#uses, 0);
    parts[0]?.writeUInt32LE(this.#texts, 4);
    for (const [index, part] of parts.entries()) records.record(index === 0 ? SST : CONTINUE, part.length).bytes(part);
  }

  /**
   * A text's head stays in the same record as its first character. Each continuation states again how wide the
   * characters are.
   */
  #append(text: string): void {
    const isWide = !/^[\0-\xff]*$/.test(text);
    const characterBytes = isWide ? 2 : 1;
    if (this.#room() < 3 + characterBytes) this.#nextPart();
    this.#at = this.#part.writeUInt16LE(text.length, this.#at);
    this.#at = this.#part.writeUInt8(isWide ? WIDE : 0, this.#at);
    for (let from = 0; from < text.length;) {
      if (from > 0) {
        this.#nextPart();
        this.#at = this.#part.writeUInt8(isWide ? WIDE : 0, this.#at);
      }
      const to = Math.min(text.length, from + Math.floor(this.#room() / characterBytes));
      this.#at += this.#part.write(text.slice(from, to), this.#at, isWide ? "utf16le" : "latin1");
      from = to;
    }
  }

  #room(): number {
    return MAX_SHEET_RECORD_BYTES - this.#at;
  }

  #nextPart(): void {
    this.#full.push(this.#part.subarray(0, this.#at));
    this.#part = Buffer.allocUnsafe(MAX_SHEET_RECORD_BYTES);
    this.#at = 0;
  }
}
