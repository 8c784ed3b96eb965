/** A ladder from a book that the platform pushes: its best levels, with sums. */
import type { Book, BookLevel, PushMessage } from "../../../../../clients/typescript/src/trading.ts";
import type { QuoteState } from "./quote.ts";

export interface LadderRow {
  readonly price: number;
  readonly quantity: number;
  /** The quantity of this level and all better ones. */
  readonly sum: number;
}

export interface Ladder {
  /** `live`, or why no prices are shown. Undefined until it is known. */
  readonly state: QuoteState | undefined;
  /** The best first. */
  readonly asks: readonly LadderRow[];
  readonly bids: readonly LadderRow[];
}

/** Of a side. Callers with a session are pushed more. */
const LEVELS = 10;
export const NO_LADDER: Ladder = { state: undefined, asks: [], bids: [] };

/**
 * @param book null for a book without usable prices; then there are no rows
 * @param state why it has none
 */
export function ladderOf(book: Book | null, state: PushMessage["state"]): Ladder {
  if (!book) return { ...NO_LADDER, state: state ?? "none" };
  const [asks, bids] = [rowsOf(book.asks), rowsOf(book.bids)];
  return { state: asks.length + bids.length === 0 ? "empty" : "live", asks, bids };
}

function rowsOf(side: readonly BookLevel[]): LadderRow[] {
  let sum = 0;
  return side.slice(0, LEVELS).map(([price, quantity]) => ({ price, quantity, sum: (sum += quantity) }));
}
