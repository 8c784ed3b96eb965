import fc from "fast-check";
import { expect, test } from "vitest";
import { MAX_BOOKS_TEXT, MAX_DEPTH, readBook, writeBook } from "./book-lines.ts";

const number = fc.double({ min: 0, max: 1e12, noNaN: true }).map((value) => (Object.is(value, -0) ? 0 : value));
const side = fc.array(fc.tuple(number, number), { maxLength: MAX_DEPTH }).map((levels) => levels.flat());
const told = fc.record({ bids: side, asks: side, atMs: fc.nat() });

test("a book is read back to the last digit", () => {
  fc.assert(
    fc.property(told, (book) => {
      const line = writeBook("btcusdt", book);
      expect(line.endsWith("\n") && line.length + MAX_BOOKS_TEXT < 65_536).toBe(true);
      expect(readBook(line.slice(0, -1).split(" "))).toEqual(book);
    }),
  );
});

test.each([
  "",
  "btcusdt",
  "btcusdt 5",
  "btcusdt 5 1 100",
  "btcusdt 5 1 100 1 101",
  "btcusdt 5 2 100 1",
  "btcusdt 5 -1 100 1",
  "btcusdt 5 0.5 100 1",
  "btcusdt 5 1 100 x",
  "btcusdt 5 1 100 1 101 Infinity",
  "btcusdt 5 1  100",
  `btcusdt 5 101 ${"1 1 ".repeat(100)}1 1`,
])("a line that is not a book is passed over: %s", (line) => {
  expect(readBook(line.split(" "))).toBeUndefined();
});
