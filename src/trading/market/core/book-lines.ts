/**
 * Books as text, for the bus: a line for each, members separated by spaces. Numbers are written so that they are read back
 * exactly. Market ids are lower case letters and digits.
 */

/** Levels of a side that are shown, and that are read of any book. */
export const MAX_DEPTH = 100;

/** Texts are ended at about this many characters: the bus carries 65,536 bytes, and a line has fewer than 12,000. */
export const MAX_BOOKS_TEXT = 50_000;

/** Levels best first: price, quantity, price, quantity. */
export interface ToldBook {
  readonly bids: readonly number[];
  readonly asks: readonly number[];
  /** When it was so, by the exchange, in milliseconds. */
  readonly atMs: number;
}

export function writeBook(marketId: string, { bids, asks, atMs }: ToldBook): string {
  return `${[marketId, atMs, bids.length / 2, ...bids, ...asks].join(" ")}\n`;
}

/** The book of a line; undefined when it is none. */
export function readBook(words: readonly string[]): ToldBook | undefined {
  const [atMs = Number.NaN, bidLevels = Number.NaN, ...numbers] = words.slice(1).map((word) => Number(word));
  const isWhole = words.every((word) => word !== "") && [atMs, bidLevels, ...numbers].every(Number.isFinite);
  const bids = numbers.slice(0, bidLevels * 2);
  const asks = numbers.slice(bidLevels * 2);
  const isPaired =
    Number.isInteger(bidLevels) && bidLevels >= 0 && bids.length === bidLevels * 2 && asks.length % 2 === 0;
  if (!isWhole || !isPaired || bids.length > MAX_DEPTH * 2 || asks.length > MAX_DEPTH * 2) return undefined;
  return { bids, asks, atMs };
}
