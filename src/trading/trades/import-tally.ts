/** The results of one import so far. */
import { storableText } from "../../kit/text/storable-text.ts";

const MAX_ERROR = 200;

export interface Tally {
  imported: number;
  skipped: number;
  /** What is missing, also where all else was read. */
  errors: string[];
  fromMs: number | null;
  toMs: number | null;
  lastOrderId: string | null;
  /** Since when the markets that were read to their end are whole. */
  completeMs: number;
  /** Whether some were not, or it is not known since when they are. */
  isPart: boolean;
}

export function newTally(sinceMs: number): Tally {
  const times = { fromMs: null, toMs: null, lastOrderId: null };
  return { imported: 0, skipped: 0, errors: [], ...times, completeMs: sinceMs, isPart: false };
}

/** Keeps what is missing. Answers false, as the result of what has failed by it. */
export function fail(tally: Tally, error: string): false {
  const text = storableText(error, MAX_ERROR);
  if (!tally.errors.includes(text)) tally.errors.push(text);
  return false;
}

/** @param completeMs since when the trades of one more market are there; undefined where that is not known */
export function noteComplete(tally: Tally, completeMs: number | undefined): void {
  if (completeMs === undefined) tally.isPart = true;
  else tally.completeMs = Math.max(tally.completeMs, completeMs);
}
