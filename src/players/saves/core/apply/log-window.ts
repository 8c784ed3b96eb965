/**
 * Which lines of a tribe's log are new. A save holds the last few hundred lines, so each one shows a piece of the log that
 * begins somewhere in the piece before it. Lines may repeat, word for word.
 */
import { createHash } from "node:crypto";
import { ERASED } from "./erase-names.ts";

/** Two different lines of one log have the same mark once in more logs than there will ever be. */
const MARK_BYTES = 8;

/** Marks of lines, one after another, to recognise them by: a digest of each, without its words. */
export function marksOf(lines: readonly string[]): Buffer {
  return Buffer.concat(lines.map((line) => createHash("sha256").update(line).digest().subarray(0, MARK_BYTES)));
}

/**
 * How many lines at the beginning of a log were at the end of it when it was read before: as many as possible, so that
 * repeated lines are not taken for new ones. 0 when the two have nothing in common: more was written than a log holds, or
 * it is another log. In proportion to the number of lines.
 *
 * @param before marks of the log as it was.
 * @param now marks of the log as it is.
 */
export function overlapOf(before: Uint8Array, now: Uint8Array): number {
  const [old, fresh] = [marks(before), marks(now)];
  // Knuth, Morris and Pratt's search for `fresh` in `old`; what is matched when `old` ends is the overlap.
  const fallbacks = fallbacksOf(fresh);
  let matched = 0;
  for (const mark of old) {
    while (matched > 0 && (matched === fresh.length || fresh[matched] !== mark)) matched = fallbacks[matched - 1] ?? 0;
    if (fresh[matched] === mark) matched++;
  }
  return matched;
}

/** For each beginning of the list, how long the longest shorter beginning is with which it also ends. */
function fallbacksOf(list: readonly bigint[]): readonly number[] {
  const fallbacks: number[] = [];
  let matched = 0;
  for (const [index, mark] of list.entries()) {
    if (index > 0) {
      while (matched > 0 && list[matched] !== mark) matched = fallbacks[matched - 1] ?? 0;
      if (list[matched] === mark) matched++;
    }
    fallbacks.push(matched);
  }
  return fallbacks;
}

function marks(bytes: Uint8Array): readonly bigint[] {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  return Array.from({ length: Math.floor(bytes.length / MARK_BYTES) }, (_, index) =>
    buffer.readBigUInt64LE(index * MARK_BYTES),
  );
}

/** A line as it is stored. */
export interface LoggedLine {
  readonly day: number;
  readonly second: number;
  readonly text: string;
}

/**
 * The lines that are not among the stored ones, each stored line accounting for one: for a log that does not continue
 * the earlier file, because the tribe is new on the server, or the server went back to a backup.
 *
 * A stored line from which people were erased accounts for every line of its moment that it may have been: the names
 * are not known any more, and must not come back.
 */
export function withoutStored<Line extends LoggedLine>(lines: readonly Line[], stored: readonly LoggedLine[]): Line[] {
  const known = new Map<string, number>();
  const erased = new Map<string, string[]>();
  for (const line of stored) {
    known.set(keyOf(line), (known.get(keyOf(line)) ?? 0) + 1);
    if (line.text.includes(ERASED)) erased.set(momentOf(line), [...(erased.get(momentOf(line)) ?? []), line.text]);
  }
  return lines.filter((line) => {
    const left = known.get(keyOf(line)) ?? 0;
    if (left > 0) known.set(keyOf(line), left - 1);
    return left === 0 && erased.get(momentOf(line))?.some((text) => mayHaveBeen(text, line.text)) !== true;
  });
}

/** Whether an erased text is left of another one when names are taken out of that. */
function mayHaveBeen(erased: string, text: string): boolean {
  const [start = "", ...parts] = erased.split(ERASED);
  const end = parts.pop() ?? "";
  if (!text.startsWith(start) || !text.endsWith(end)) return false;
  let at = start.length;
  for (const part of parts) {
    const found = text.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return at + end.length <= text.length;
}

function momentOf({ day, second }: LoggedLine): string {
  return `${day} ${second}`;
}

function keyOf(line: LoggedLine): string {
  return `${momentOf(line)} ${line.text}`;
}
