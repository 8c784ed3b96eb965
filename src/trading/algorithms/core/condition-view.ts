/** The input of conditions: numbers of the market and of the run, or the reason why a number is not known. */
import type { IndicatorRef } from "./indicator-ref.ts";
import type { MetricId } from "./metrics.ts";

/** Why a number is not known. A condition that needs it is false: what was known before does not count. */
export type UnknownReason =
  | "no_book"
  | "book_not_in_step"
  | "book_too_old"
  | "level_missing"
  | "no_trade"
  | "no_balance"
  | "no_rate"
  | "rate_too_old"
  | "warming_up"
  | "no_source"
  | "price_not_recorded"
  | "not_a_number"
  | "first_evaluation"
  | "history_too_short";

export type BookSide = "asks" | "bids";

/**
 * One number of the market or the run. A condition makes its queries once and hands the same objects in at every
 * evaluation, so a view may keep what it found for one.
 */
export interface MetricQuery {
  /** Never a spread: conditions compute those of two prices. */
  readonly metric: Exclude<MetricId, "spread" | "spread_ratio" | "spread_percent">;
  /** Service code; empty for what belongs to the run. */
  readonly code: string;
  /** Of `price_depth`: asks for the average to buy the child. Of `balance_free`: bids for base, asks for quote units. */
  readonly side: BookSide;
  /** From 1, the best, to 10. */
  readonly level: number;
  readonly indicator: IndicatorRef | undefined;
}

/** Called some times at each evaluation: must be quick, must not throw, and must not allocate. */
export interface ConditionView {
  /** Prices in the market's quote currency. A flag is 1 or 0. */
  read(query: MetricQuery): number | UnknownReason;
  /** The value of one unit of a market's quote currency in another currency. */
  rate(code: string, currency: string): number | UnknownReason;
  /** Total that the profile trades in base units, and seconds that the run may take. */
  base(of: "parent" | "duration"): number | UnknownReason;
  /** Milliseconds since the market's book was last proved to be in step; 0 for an empty code. */
  ageMs(code: string): number;
}

/** The state of a book, as far as conditions and orders need it. */
export interface BookProof {
  readonly isInStep: boolean;
  /** When a heartbeat, a sequence or a snapshot last proved it, milliseconds; undefined before the first. */
  readonly provenMs: number | undefined;
}

/** A proof counts for this many times the refresh of the books (contract 4.3). */
const REFRESHES = 3;

/**
 * Why a book may not be traded on; undefined when it may. Its age counts from the last proof that it is in step, not from
 * its last change, so quiet markets trade too (contract 4.10).
 *
 * @param refreshMs `strategies.orderbook_refresh` of the plan
 */
export function bookProblem(book: BookProof, nowMs: number, refreshMs: number): UnknownReason | undefined {
  if (book.provenMs === undefined) return "no_book";
  if (!book.isInStep) return "book_not_in_step";
  return nowMs - book.provenMs > REFRESHES * refreshMs ? "book_too_old" : undefined;
}
