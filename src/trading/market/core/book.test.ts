import { describe, expect, test } from "vitest";
import { Book } from "./book.ts";

const word = (bids: number[], asks: number[], sequence: number) => ({ bids, asks, sequence, atMs: sequence * 10 });

function bookOf(): Book {
  const book = new Book("0.5");
  book.load(word([100, 1, 99.5, 2, 98, 3], [100.5, 4, 102, 6], 7));
  return book;
}

describe("a book", () => {
  test("takes changes as they come, also where their numbers stay or go back", () => {
    const book = bookOf();
    book.change(word([100, 0, 97, 1], [100.5, 9], 8));
    expect(book.levels("bid", 10)).toEqual([99.5, 2, 98, 3, 97, 1]);
    expect(book.levels("ask", 1)).toEqual([100.5, 9]);
    book.change(word([99.5, 0], [], 8));
    expect(book.bids.bestPrice).toBe(98);
    book.change(word([99, 5], [], 2));
    expect(book.bids.bestPrice).toBe(99);
    expect([book.sequence, book.atMs]).toEqual([2, 20]);
  });

  test("takes every change of an exchange that numbers none", () => {
    const book = bookOf();
    book.change(word([100, 5], [], 0));
    book.change(word([100, 6], [], 0));
    expect(book.bids.bestQuantity).toBe(6);
  });

  test("is crossed when a bid is at or above an ask, and not when a side is empty", () => {
    const book = bookOf();
    expect(book.isCrossed).toBe(false);
    book.change(word([100.5, 1], [], 8));
    expect(book.isCrossed).toBe(true);
    book.load(word([100.5, 1], [], 9));
    expect(book.isCrossed).toBe(false);
  });

  test("answers levels, sums and averages", () => {
    const book = bookOf();
    expect([1, 2, 3, 4].map((n) => book.levelPrice("bid", n))).toEqual([100, 99.5, 98, undefined]);
    expect([0, 1, 2, 3].map((n) => book.levelQuantity("ask", n))).toEqual([undefined, 4, 6, undefined]);
    expect([1, 2, 9].map((n) => book.quantityDownTo("bid", n))).toEqual([1, 3, 6]);
    expect(book.averageDownTo("ask", 2)).toBeCloseTo((100.5 * 4 + 102 * 6) / 10, 10);
    expect([0, 3].map((n) => book.averageDownTo("ask", n))).toEqual([undefined, undefined]);
    expect(book.averageToFill("ask", 5)).toBeCloseTo((100.5 * 4 + 102) / 5, 10);
    expect([0, 11].map((wanted) => book.averageToFill("ask", wanted))).toEqual([undefined, undefined]);
  });

  test("passes over levels that are none, and counts them", () => {
    const book = bookOf();
    book.change(word([Number.NaN, 1, 100, 2], [-1, 1], 8));
    expect(book.bids.bestQuantity).toBe(2);
    expect(book.refused).toBe(2);
  });

  test("is empty after it was cleared", () => {
    const book = bookOf();
    book.clear();
    expect([book.bids.bestPrice, book.asks.bestQuantity, book.sequence]).toEqual([0, 0, 0]);
    book.load(word([5, 1], [6, 1], 1));
    expect(book.levels("bid", 5)).toEqual([5, 1]);
  });
});
