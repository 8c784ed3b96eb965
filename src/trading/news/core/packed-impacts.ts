/**
 * What prices did after an article, in a third of the space: without the names of members, and without a price before
 * that is the same as after the time before. A page of a thousand articles has 77,000 of these values. They become JSON
 * again byte by byte, in the place from which they are sent.
 *
 * A packed text has three parts, with a line break after each of the first two: the length of its JSON in bytes, the ids
 * and names of its pairs as JSON, and the values. Values follow by time and then by pair: before, after, difference,
 * usual and z, with a tab after each. An empty price before is that of the time before; an empty `usual` or `z` is null.
 * A pair without a recorded price has `!` and a tab instead.
 */
import { parseJson } from "../../../kit/text/parse-json.ts";
import type { LatePiece } from "../../../kit/text/utf8-of.ts";
import { COMPILED, HORIZONS, NO_PRICE, type Horizon, type PairImpact } from "./impact.ts";

const TAB = 9;
const GAP = 33;

/** The member of an article that says what prices did after a time, with a comma before it, until its data. */
export function impactStart(horizon: Horizon, status: string): string {
  return `,"price_impact_${horizon}s":{"status":"${status}","data":`;
}

/**
 * Packs what was measured after all times. Undefined where something is missing, or where the JSON is not what
 * unpacking would make of it: then it stays as it is.
 *
 * @param lines the JSON of each time
 */
export function packImpacts(lines: ReadonlyMap<Horizon, string>): string | undefined {
  const written = HORIZONS.map((horizon) => lines.get(horizon) ?? "");
  const times = written.map((line) => parseJson(line) as Readonly<Record<string, PairImpact>> | undefined);
  const pairs = Object.entries(times[0] ?? {}).map(([id, { pair }]) => [id, pair] as const);
  const entries = times.map((time) => pairs.map(([id]) => time?.[id]));
  const values = entries.flatMap((time, at) =>
    time.map((entry, place) => entry && valuesOf(entry, entries[at - 1]?.[place])),
  );
  if (values.length === 0 || values.includes(undefined)) return undefined;
  const whole = HORIZONS.map((horizon, at) => `${impactStart(horizon, "completed")}${written[at]}}`).join("");
  const packed = `${Buffer.byteLength(whole)}\n${JSON.stringify(pairs)}\n${values.join("")}`;
  const { length, writeInto } = unpackedPiece(packed, new Map());
  const bytes = Buffer.alloc(length);
  return writeInto(bytes, 0) === length && bytes.toString() === whole ? packed : undefined;
}

function valuesOf(entry: PairImpact, earlier: PairImpact | undefined): string {
  if (entry.status !== COMPILED) return "!\t";
  const before = entry.before === earlier?.before ? "" : entry.before;
  return `${before}\t${entry.after}\t${entry.difference}\t${entry.usual ?? ""}\t${entry.z ?? ""}\t`;
}

/**
 * The members of an article (`price_impact_120s` and so on) as JSON, each with a comma before it.
 *
 * @param arounds what was made for other articles; a cache of the caller
 */
export function unpackedPiece(packed: string, arounds: KnownArounds): LatePiece {
  return {
    length: Number(packed.slice(0, packed.indexOf("\n"))),
    writeInto: (bytes, start) => unpackInto(bytes, start, packed, arounds),
  };
}

/** What stands around the values of one pair. */
interface Around {
  readonly start: Uint8Array;
  readonly gap: Uint8Array;
}

/** By the pairs as they are written: nearly all articles of a day have the same. */
export interface KnownArounds {
  readonly get: (pairs: string) => readonly Around[] | undefined;
  readonly set: (pairs: string, arounds: readonly Around[]) => unknown;
}

function aroundsOf(pairs: string, arounds: KnownArounds): readonly Around[] {
  const known = arounds.get(pairs);
  if (known) return known;
  const made = (JSON.parse(pairs) as readonly (readonly [string, string])[]).map(([id, pair], at) => {
    const opened = `${at === 0 ? "{" : ","}${JSON.stringify(id)}:`;
    const gap = { status: NO_PRICE, pair, before: "", after: "", difference: "", usual: null, z: null };
    return {
      start: bytesOf(`${opened}{"status":"${COMPILED}","pair":${JSON.stringify(pair)},"before":"`),
      gap: bytesOf(opened + JSON.stringify(gap)),
    };
  });
  arounds.set(pairs, made);
  return made;
}

function bytesOf(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text));
}

const AFTER = bytesOf('","after":"');
const DIFFERENCE = bytesOf('","difference":"');
const USUAL = bytesOf('","usual":"');
const NO_USUAL = bytesOf('","usual":null,"z":');
const Z = bytesOf('","z":');
const NULL = bytesOf("null");
const BRACE = 125;
const MEMBERS = HORIZONS.map((horizon) => bytesOf(impactStart(horizon, "completed")));

/** The packed text as bytes, which are read faster than characters. Larger ones have a place of their own. */
const scratch = Buffer.alloc(64 * 1024);

/** Answers where the members end. */
function unpackInto(bytes: Uint8Array, start: number, packed: string, arounds: KnownArounds): number {
  const headEnd = packed.indexOf("\n");
  const pairsEnd = packed.indexOf("\n", headEnd + 1);
  const pairs = aroundsOf(packed.slice(headEnd + 1, pairsEnd), arounds);
  const values = packed.slice(pairsEnd + 1);
  const source = values.length < scratch.length ? scratch : Buffer.alloc(values.length + 1);
  source.write(values, "latin1");
  source[values.length] = TAB;
  /** Where each pair's entry of the time before stands, until its price before. */
  const [from, to] = [new Int32Array(pairs.length), new Int32Array(pairs.length)];
  let [end, at] = [start, 0];
  for (const member of MEMBERS) {
    end = put(bytes, end, member);
    for (let pair = 0; pair < pairs.length; pair++) {
      const around = pairs[pair] as Around;
      if (source[at] === GAP) {
        end = put(bytes, end, around.gap);
        at += 2;
        continue;
      }
      let tab = at;
      if (source[at] === TAB) {
        const [first, last] = [from[pair] as number, to[pair] as number];
        from[pair] = end;
        bytes.copyWithin(end, first, last);
        end += last - first;
      } else {
        from[pair] = end;
        end = put(bytes, end, around.start);
        tab = putValue(bytes, end, source, at);
        end = put(bytes, end + tab - at, AFTER);
      }
      to[pair] = end;
      at = tab + 1;
      tab = putValue(bytes, end, source, at);
      end = put(bytes, end + tab - at, DIFFERENCE);
      at = tab + 1;
      tab = putValue(bytes, end, source, at);
      end += tab - at;
      at = tab + 1;
      if (source[at] === TAB) {
        end = put(bytes, end, NO_USUAL);
        tab = at;
      } else {
        end = put(bytes, end, USUAL);
        tab = putValue(bytes, end, source, at);
        end = put(bytes, end + tab - at, Z);
      }
      at = tab + 1;
      if (source[at] === TAB) {
        end = put(bytes, end, NULL);
        tab = at;
      } else {
        tab = putValue(bytes, end, source, at);
        end += tab - at;
      }
      at = tab + 1;
      bytes[end++] = BRACE;
    }
    bytes[end++] = BRACE;
    bytes[end++] = BRACE;
  }
  return end;
}

function put(bytes: Uint8Array, start: number, piece: Uint8Array): number {
  const { length } = piece;
  for (let place = 0; place < length; place++) bytes[start + place] = piece[place] as number;
  return start + length;
}

/** Answers where the tab after it is. */
function putValue(bytes: Uint8Array, start: number, source: Uint8Array, at: number): number {
  let tab = at;
  for (; tab < source.length && source[tab] !== TAB; tab++) bytes[start + tab - at] = source[tab] as number;
  return tab;
}
