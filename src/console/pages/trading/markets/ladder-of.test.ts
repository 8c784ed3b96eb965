import { expect, test } from "vitest";
import type { Book, BookLevel } from "../../../../../clients/typescript/src/trading.ts";
import { ladderOf } from "./ladder-of.ts";

const book = (asks: readonly BookLevel[], bids: readonly BookLevel[]): Book => ({
  kind: "snapshot",
  asks,
  bids,
  time: 0,
});

test("a ladder has the best levels first, with sums", () => {
  const { state, asks, bids } = ladderOf(
    book(
      [
        [101, 1],
        [102, 4],
        [103, 2],
      ],
      [
        [100, 1],
        [99, 0.5],
      ],
    ),
    undefined,
  );
  expect(state).toBe("live");
  expect(asks).toEqual([
    { price: 101, quantity: 1, sum: 1 },
    { price: 102, quantity: 4, sum: 5 },
    { price: 103, quantity: 2, sum: 7 },
  ]);
  expect(bids.map(({ sum }) => sum)).toEqual([1, 1.5]);
});

test("a ladder shows ten levels of a side, however many are pushed", () => {
  const levels = Array.from({ length: 50 }, (_, at): BookLevel => [101 + at, 1]);
  expect(ladderOf(book(levels, []), undefined).asks.map(({ price }) => price)).toEqual(
    levels.slice(0, 10).map(([price]) => price),
  );
});

test("a book that is not usable has no prices, and says why", () => {
  for (const state of ["stale", "crossed", "best-only"] as const) {
    expect(ladderOf(null, state)).toEqual({ state, asks: [], bids: [] });
  }
  expect(ladderOf(null, undefined).state).toBe("none");
  expect(ladderOf(book([], []), undefined).state).toBe("empty");
  expect(ladderOf(book([], [[100, 1]]), undefined)).toMatchObject({ state: "live", asks: [], bids: [{ price: 100 }] });
});
