/** The book of a market as levels: both ladders, and what is read from them. */
import { Ladder, type BookSide, type LadderLimits } from "./ladder.ts";

/** Levels as exchanges send them: price, quantity, price, quantity, and the exchange's number of the change. */
export interface BookWord {
  readonly bids: ArrayLike<number>;
  readonly asks: ArrayLike<number>;
  readonly sequence: number;
  readonly atMs: number;
}

export class Book {
  readonly bids: Ladder;
  readonly asks: Ladder;
  /** The exchange's number of the last change in it. */
  sequence = 0;
  /** When it was so, by the exchange, in milliseconds. */
  atMs = 0;
  /** Levels without a valid price and quantity, which were skipped. */
  refused = 0;

  constructor(tickSize: string, limits?: LadderLimits) {
    this.bids = new Ladder("bid", tickSize, limits);
    this.asks = new Ladder("ask", tickSize, limits);
  }

  /** Replaces the whole book. */
  load(word: BookWord): void {
    if (!this.bids.load(word.bids)) this.refused++;
    if (!this.asks.load(word.asks)) this.refused++;
    this.#note(word);
  }

  /**
   * Changes levels. Words come in order and none is missing: adapters prove it. Their numbers say nothing about it here,
   * for those of OKX may go back after maintenance.
   */
  change(word: BookWord): void {
    this.#set(this.bids, word.bids);
    this.#set(this.asks, word.asks);
    this.#note(word);
  }

  clear(): void {
    this.bids.clear();
    this.asks.clear();
    this.sequence = 0;
  }

  /** Whether the best bid is at or above the best ask, which no real book shows for long. */
  get isCrossed(): boolean {
    const { bids, asks } = this;
    return bids.length > 0 && asks.length > 0 && bids.bestPrice >= asks.bestPrice;
  }

  side(side: BookSide): Ladder {
    return side === "bid" ? this.bids : this.asks;
  }

  /** The best levels of a side, at most `limit`: price, quantity, price, quantity. */
  levels(side: BookSide, limit: number): number[] {
    const out: number[] = [];
    this.side(side).read(limit, out);
    return out;
  }

  /** The price of the level `n`, counted from 1; undefined when there are fewer. */
  levelPrice(side: BookSide, n: number): number | undefined {
    return this.#level(side, n)?.price;
  }

  /** The level `n`, counted from 1; undefined when there are fewer. */
  levelQuantity(side: BookSide, n: number): number | undefined {
    return this.#level(side, n)?.quantity;
  }

  /** The total of the best `n` levels; fewer than `n` levels count as they are. */
  quantityDownTo(side: BookSide, n: number): number {
    return sumOf(this.levels(side, n)).quantity;
  }

  /** The average price of the best `n` levels, by quantity; undefined when there are fewer. */
  averageDownTo(side: BookSide, n: number): number | undefined {
    const levels = this.levels(side, n);
    if (n < 1 || levels.length < n * 2) return undefined;
    const { quantity, value } = sumOf(levels);
    return value / quantity;
  }

  /** The average price at which `wanted` is traded at once; undefined when the book does not hold as much. */
  averageToFill(side: BookSide, wanted: number): number | undefined {
    const levels = this.levels(side, Number.MAX_SAFE_INTEGER);
    let left = wanted;
    let value = 0;
    for (let at = 0; at < levels.length && left > 0; at += 2) {
      const taken = Math.min(left, levels[at + 1] ?? 0);
      value += taken * (levels[at] ?? 0);
      left -= taken;
    }
    return wanted > 0 && left <= 0 ? value / wanted : undefined;
  }

  #level(side: BookSide, n: number): { readonly price: number; readonly quantity: number } | undefined {
    const levels = this.levels(side, n);
    const price = levels[n * 2 - 2];
    const quantity = levels[n * 2 - 1];
    return price === undefined || quantity === undefined || n < 1 ? undefined : { price, quantity };
  }

  #set(ladder: Ladder, levels: ArrayLike<number>): void {
    for (let at = 0; at + 1 < levels.length; at += 2) {
      if (!ladder.set(levels[at] as number, levels[at + 1] as number)) this.refused++;
    }
  }

  #note({ sequence, atMs }: BookWord): void {
    this.sequence = sequence;
    this.atMs = atMs;
  }
}

function sumOf(levels: readonly number[]): { readonly quantity: number; readonly value: number } {
  let quantity = 0;
  let value = 0;
  for (let at = 0; at < levels.length; at += 2) {
    quantity += levels[at + 1] ?? 0;
    value += (levels[at + 1] ?? 0) * (levels[at] ?? 0);
  }
  return { quantity, value };
}
