/** A query, taken apart once for all names it is compared with. */
import { MAX_SYMBOLS, writeSymbols } from "./grams.ts";
import { lettersOf } from "./letters.ts";
import { cutName, MAX_NAME_RECORD_BYTES, NAME_KINDS, normBytes, writeRecord } from "./name-records.ts";
import type { NameKind, NameStore } from "./name-records.ts";
import { skeleton } from "./normal-form.ts";
import { readPoints } from "./utf8.ts";

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
const symbolRoom = new Uint16Array(MAX_SYMBOLS + 2);

/** The parts of a query that the stages of a search need. */
export interface PreparedQuery {
  /** The normal form as it is in records. Empty for a query of invisible characters only. */
  readonly norm: Uint8Array;
  /** The code points of the normal form. */
  readonly points: Int32Array;
  /** Which letters the normal form has. */
  readonly letters: number;
  /** The code points of its skeleton. */
  readonly look: Int32Array;
  /** The symbols of its skeleton. */
  readonly symbols: Uint16Array;
  /** For each kind whether it is asked for, by its place in `NAME_KINDS`. */
  readonly kinds: readonly boolean[];
  /** A record of the query as if it were a name, to compare raw texts with. */
  readonly record: Uint8Array;
}

/** Takes a trimmed query apart. */
export function prepareQuery(text: string, kinds: readonly NameKind[]): PreparedQuery {
  const raw = cutName(text);
  const norm = normBytes(raw);
  const record = new Uint8Array(MAX_NAME_RECORD_BYTES);
  const recordEnd = writeRecord(record, 0, "character", raw);
  const points = new Int32Array(256);
  return {
    norm,
    points: points.slice(0, readPoints(norm, 0, norm.length, points)),
    letters: lettersOf(norm, 0, norm.length),
    look: Int32Array.from(skeleton(decoder.decode(norm)), (character) => character.codePointAt(0) ?? 0),
    symbols: symbolRoom.slice(0, writeSymbols(norm, 0, norm.length, symbolRoom)),
    kinds: NAME_KINDS.map((kind) => kinds.includes(kind)),
    record: record.slice(0, recordEnd),
  };
}

/** Whether a name whose normal form equals the query's is the query letter by letter. */
export function isSameText(query: PreparedQuery, { arena, offsets }: NameStore, entry: number): boolean {
  const at = offsets[entry] as number;
  const { record } = query;
  if ((offsets[entry + 1] as number) - at !== record.length) return false;
  if ((arena[at] as number) >>> 2 !== (record[0] as number) >>> 2) return false;
  for (let index = 2 + query.norm.length; index < record.length; index++) {
    if (arena[at + index] !== record[index]) return false;
  }
  return true;
}
