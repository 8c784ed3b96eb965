/**
 * Names as bytes. A record is one header byte (kind, how the raw text is kept, whether the normal form is ASCII), the
 * length of the normal form, the normal form, and the data that restore the raw text. That is nothing if both are
 * equal, one bit a letter if only capitals differ, and otherwise the raw UTF-8.
 */
import { normalForm } from "./normal-form.ts";
import { countPoints, cutUtf8, readPoints, writeUtf8 } from "./utf8.ts";

/** The kind of a subject's name, best first. `former` names rank last. */
export const NAME_KINDS = ["character", "platform", "tribe", "former"] as const;
/** The kind of a subject's name. */
export type NameKind = (typeof NAME_KINDS)[number];

/** Where records lie: record `n` is `arena[offsets[n]..offsets[n + 1])` and belongs to `subjects[n]`. */
export interface NameStore {
  readonly arena: Uint8Array;
  readonly offsets: Uint32Array;
  readonly subjects: Uint32Array;
}

/** UTF-16 units of a name that are searched. The rest is cut off and ignored. Games allow 24 to 64. */
const SEARCHED_NAME_UNITS = 128;
/** Longer normal forms are cut between two code points. */
export const MAX_NORM_BYTES = 255;
/** No record is longer: header, length, normal form, and raw text of at most three bytes a unit. */
export const MAX_NAME_RECORD_BYTES = 2 + MAX_NORM_BYTES + 3 * SEARCHED_NAME_UNITS;

const RAW_IS_NORM = 0;
const RAW_HAS_CAPITALS = 1;
const RAW_IS_KEPT = 2;
const NORM_IS_ASCII = 1 << 4;

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
/** Normal forms can be eighteen times as long as the text (one Arabic sign is a sentence) before they are cut. */
const room = new Uint8Array(SEARCHED_NAME_UNITS * 18 * 4);
const points = new Int32Array(256);

/** The part of a name or query that counts: its first 128 UTF-16 units, whole code points only. */
export function cutName(text: string): string {
  if (text.length <= SEARCHED_NAME_UNITS) return text;
  const last = text.charCodeAt(SEARCHED_NAME_UNITS - 1);
  return text.slice(0, last >= 0xd800 && last < 0xdc00 ? SEARCHED_NAME_UNITS - 1 : SEARCHED_NAME_UNITS);
}

/** The normal form of a cut name as bytes, cut as it is in a record. */
export function normBytes(raw: string): Uint8Array {
  const length = cutUtf8(room, writeUtf8(normalForm(raw), room, 0), MAX_NORM_BYTES);
  return room.slice(0, length);
}

/** Writes the record of a cut name at `at` and returns its end. */
export function writeRecord(target: Uint8Array, at: number, kind: NameKind, raw: string): number {
  const norm = normalForm(raw);
  const written = writeUtf8(norm, room, 0);
  const length = cutUtf8(room, written, MAX_NORM_BYTES);
  const form =
    raw === norm && written === length ? RAW_IS_NORM : differsByCapitals(raw, norm) ? RAW_HAS_CAPITALS : RAW_IS_KEPT;
  const ascii = written === norm.length ? NORM_IS_ASCII : 0;
  target[at] = NAME_KINDS.indexOf(kind) | (form << 2) | ascii;
  target[at + 1] = length;
  let end = at + 2;
  for (let index = 0; index < length; index++) target[end++] = room[index] as number;
  if (form === RAW_IS_NORM) return end;
  if (form === RAW_IS_KEPT) return writeUtf8(raw, target, end);
  const capitals = (length + 7) >>> 3;
  for (let index = 0; index < capitals; index++) target[end + index] = 0;
  for (let index = 0; index < length; index++) {
    if (raw.charCodeAt(index) !== norm.charCodeAt(index)) {
      target[end + (index >>> 3)] = (target[end + (index >>> 3)] as number) | (1 << (index & 7));
    }
  }
  return end + capitals;
}

/** The place of the kind in `NAME_KINDS`. */
export function kindOf({ arena, offsets }: NameStore, entry: number): number {
  return (arena[offsets[entry] as number] as number) & 3;
}

/** How many code points the normal form has. */
export function lengthOf({ arena, offsets }: NameStore, entry: number): number {
  const at = offsets[entry] as number;
  const length = arena[at + 1] as number;
  return ((arena[at] as number) & NORM_IS_ASCII) !== 0 ? length : countPoints(arena, at + 2, at + 2 + length);
}

/** The name as it was given (cut). */
export function rawText({ arena, offsets }: NameStore, entry: number): string {
  const at = offsets[entry] as number;
  const form = ((arena[at] as number) >>> 2) & 3;
  const normEnd = at + 2 + (arena[at + 1] as number);
  if (form === RAW_IS_KEPT) return decoder.decode(arena.subarray(normEnd, offsets[entry + 1]));
  const length = readPoints(arena, at + 2, normEnd, points);
  let text = "";
  for (let index = 0; index < length; index++) {
    const point = points[index] as number;
    const capital = form === RAW_HAS_CAPITALS && ((arena[normEnd + (index >>> 3)] as number) >>> (index & 7)) & 1;
    text += String.fromCodePoint(capital ? point - 0x20 : point);
  }
  return text;
}

/** The order of records in a segment: by normal form, subject, kind and raw text; 0 for the same name twice. */
export function compareRecords(left: NameStore, a: number, right: NameStore, b: number): number {
  const leftArena = left.arena;
  const rightArena = right.arena;
  const leftAt = left.offsets[a] as number;
  const rightAt = right.offsets[b] as number;
  const leftLength = leftArena[leftAt + 1] as number;
  const rightLength = rightArena[rightAt + 1] as number;
  const shared = leftLength < rightLength ? leftLength : rightLength;
  for (let index = 2; index < shared + 2; index++) {
    const difference = (leftArena[leftAt + index] as number) - (rightArena[rightAt + index] as number);
    if (difference !== 0) return difference;
  }
  if (leftLength !== rightLength) return leftLength - rightLength;
  const subjects = (left.subjects[a] as number) - (right.subjects[b] as number);
  if (subjects !== 0) return subjects;
  const headers = (leftArena[leftAt] as number) - (rightArena[rightAt] as number);
  if (headers !== 0) return headers;
  const leftEnd = left.offsets[a + 1] as number;
  const rightEnd = right.offsets[b + 1] as number;
  let x = leftAt + 2 + leftLength;
  let y = rightAt + 2 + rightLength;
  while (x < leftEnd && y < rightEnd) {
    const difference = (leftArena[x++] as number) - (rightArena[y++] as number);
    if (difference !== 0) return difference;
  }
  return leftEnd - x - (rightEnd - y);
}

/**
 * Compares a record's normal form with the query's bytes: below 0 before it, 0 where the normal form starts with them
 * (`asPrefix`) or equals them, above 0 after it.
 */
export function compareNorm(store: NameStore, entry: number, bytes: Uint8Array, asPrefix: boolean): number {
  const arena = store.arena;
  const at = (store.offsets[entry] as number) + 2;
  const length = arena[at - 1] as number;
  const shared = length < bytes.length ? length : bytes.length;
  for (let index = 0; index < shared; index++) {
    const difference = (arena[at + index] as number) - (bytes[index] as number);
    if (difference !== 0) return difference;
  }
  return asPrefix && length > bytes.length ? 0 : length - bytes.length;
}

/** Whether only ASCII capitals make `raw` differ from `norm`. */
function differsByCapitals(raw: string, norm: string): boolean {
  if (raw.length !== norm.length || raw.length > MAX_NORM_BYTES) return false;
  for (let index = 0; index < raw.length; index++) {
    const unit = raw.charCodeAt(index);
    const small = unit >= 0x41 && unit <= 0x5a ? unit + 0x20 : unit;
    if (unit > 0x7f || small !== norm.charCodeAt(index)) return false;
  }
  return true;
}
