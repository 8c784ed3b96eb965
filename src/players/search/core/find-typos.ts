/**
 * Finds names of which a part is the query with a typing error or two: rank 6.
 *
 * A swap of neighbours, the most common error, is undone: each of the few texts that it can come from is looked up.
 * For other errors the pieces of three letters are counted that a name has in common with the query. Few names have
 * enough of them to be compared letter by letter.
 */
import { readCandidates } from "./candidates.ts";
import { MAX_SYMBOLS, writeGrams, writeSymbols } from "./grams.ts";
import { lacksAtMost } from "./letters.ts";
import type { NameStore } from "./name-records.ts";
import type { NameSegment } from "./name-segment.ts";
import type { PostingCursor } from "./postings.ts";
import { RANK } from "./rank.ts";
import { PENDING, type Scan } from "./scan.ts";
import { errorsAllowed, piecesNeeded, TypoMatcher } from "./typo-matcher.ts";
import { overlappingPieces, swaps, type Piece } from "./typo-pieces.ts";
import { readPoints } from "./utf8.ts";

const grams = new Uint32Array(MAX_SYMBOLS + 1);
const symbols = new Uint16Array(MAX_SYMBOLS);
const points = new Int32Array(256);
/** Entries whose pieces are counted at a time: the counts stay in the processor's nearest cache. */
const BLOCK = 1 << 14;
/** For each entry of a block the last piece that was counted, from 1, in the upper byte and the count in the lower. */
const tally = new Uint16Array(BLOCK);

/**
 * Reports names near to the query; none for a query of fewer than four or more than 32 code points. All names with one
 * error are found; with two, those that still have `piecesNeeded` pieces in common with the query.
 */
export function findTypos(scan: Scan): void {
  const { query, segments, pending } = scan;
  const errors = errorsAllowed(query.points.length);
  if (errors === 0) return;
  const matcher = new TypoMatcher(query.points);
  const needed = piecesNeeded(query.points.length);
  const pieces = overlappingPieces(query.points);
  const variants = swaps(query.points);
  for (const [number, segment] of segments.entries()) {
    for (const variant of variants) {
      const count = readCandidates(scan, segment, variant);
      const candidates = scan.candidates(count);
      for (let index = 0; index < count; index++) {
        const entry = candidates[index] as number;
        if (segment.isRemoved(entry) || !isNear(matcher, segment, entry)) continue;
        if (hasText(segment, entry, variant)) scan.report(number, segment, entry, RANK.typo);
      }
    }
    // One error spoils the start of a four-letter word or its end, not both: the middle can be left out.
    const chosen = needed === 1 ? pieces.filter((_, at) => at % 3 === 0) : pieces;
    eachWithSome(segment, chosen, needed, (entry) => {
      // An error can take one letter away.
      if (!lacksAtMost(errors, query.letters, segment.letters[entry] as number)) return;
      if (segment.isRemoved(entry) || !isNear(matcher, segment, entry)) return;
      scan.report(number, segment, entry, RANK.typo);
    });
  }
  for (let entry = 0; entry < pending.count; entry++) {
    if (pending.isRemoved(entry) || !isNear(matcher, pending, entry)) continue;
    if (hasPieces(pending, entry, pieces, needed) || variants.some((variant) => hasText(pending, entry, variant))) {
      scan.report(PENDING, pending, entry, RANK.typo);
    }
  }
}

function isNear(matcher: TypoMatcher, { arena, offsets }: NameStore, entry: number): boolean {
  const at = (offsets[entry] as number) + 2;
  return matcher.matches(points, readPoints(arena, at, at + (arena[at - 1] as number), points));
}

/** Visits the entries that have `needed` or more of the pieces. Goes through all lists block by block of entries. */
function eachWithSome(
  { postings, count }: NameSegment,
  pieces: readonly Piece[],
  needed: number,
  visit: (entry: number) => void,
): void {
  const cursors: { readonly mark: number; readonly cursor: PostingCursor }[] = [];
  for (const [number, piece] of pieces.entries()) {
    for (const key of piece) {
      const list = postings.find(key);
      if (list >= 0) cursors.push({ mark: (number + 1) << 8, cursor: postings.cursor(list) });
    }
  }
  for (let from = 0; from < count; from += BLOCK) {
    tally.fill(0);
    for (const { mark, cursor } of cursors) tallyBlock(cursor, from, mark, needed, visit);
  }
}

/** Counts a piece for the entries of one block, and visits those that have enough of them now. */
function tallyBlock(
  cursor: PostingCursor,
  from: number,
  mark: number,
  needed: number,
  visit: (entry: number) => void,
): void {
  for (const end = from + BLOCK; cursor.entry < end; cursor.advance()) {
    const place = cursor.entry - from;
    const before = tally[place] as number;
    if (before >= mark) continue;
    const after = (before & 0xff) + 1;
    tally[place] = mark | after;
    if (after === needed) visit(cursor.entry);
  }
}

function hasPieces({ arena, offsets }: NameStore, entry: number, pieces: readonly Piece[], needed: number): boolean {
  const at = (offsets[entry] as number) + 2;
  const count = writeGrams(arena, at, at + (arena[at - 1] as number), grams);
  let held = 0;
  for (const piece of pieces) {
    if (hasPiece(piece, count)) held += 1;
    if (held === needed) return true;
  }
  return false;
}

/** Whether one of the first `count` grams is one of the piece. */
function hasPiece(piece: Piece, count: number): boolean {
  for (const key of piece) for (let at = 0; at < count; at++) if (grams[at] === key) return true;
  return false;
}

/** Whether the symbols of a text are together in a name. */
function hasText({ arena, offsets }: NameStore, entry: number, text: Uint16Array): boolean {
  const at = (offsets[entry] as number) + 2;
  const last = writeSymbols(arena, at, at + (arena[at - 1] as number), symbols) - text.length;
  for (let from = 0; from <= last; from++) {
    let same = 0;
    while (same < text.length && symbols[from + same] === text[same]) same++;
    if (same === text.length) return true;
  }
  return false;
}
