import fc from "fast-check";
import { expect, test } from "vitest";
import { comparedAs, lowestSpreads, type Quoted } from "./lowest-spreads.ts";

const quote = (name: string, bidPrice: number, askPrice: number, more: Partial<Quoted> = {}) => ({
  name,
  pair: "BTC/USDT spot real",
  state: "live" as const,
  bidPrice,
  askPrice,
  ...more,
});
const namesOf = (quotes: Parameters<typeof lowestSpreads<ReturnType<typeof quote>>>[0], limit = 9) =>
  lowestSpreads(quotes, limit).map(({ asking, bidding }) => `${asking.name}+${bidding.name}`);

test("the lowest ratio comes first, and only as many are given as were asked for", () => {
  const quotes = [quote("one", 90, 100), quote("two", 120, 125), quote("three", 110, 111)];
  expect(namesOf(quotes)).toEqual(["one+two", "one+three", "three+two", "two+three", "three+one", "two+one"]);
  expect(namesOf(quotes, 2)).toEqual(["one+two", "one+three"]);
});

test.each(["none", "stale", "crossed"] as const)("a book that is %s counts for neither side", (state) => {
  expect(namesOf([quote("one", 90, 100), quote("two", 120, 125, { state })])).toEqual([]);
});

test.each([
  [0, 100],
  [90, 0],
  [Number.NaN, 100],
  [90, Number.NaN],
])("a book with the bid %d and the ask %d counts for neither side", (bid, ask) => {
  expect(namesOf([quote("one", bid, ask), quote("two", 120, 125)])).toEqual([]);
});

test("another pair, another type of market, and made-up prices are compared with their own only", () => {
  const spot = { symbol: "BTC/USDT", type: "spot" };
  const kinds = [
    comparedAs(spot, false),
    comparedAs(spot, true),
    comparedAs({ ...spot, type: "swap" }, false),
    comparedAs({ ...spot, symbol: "ETH/USDT" }, false),
  ];
  const quotes = kinds.flatMap((pair, at) => [quote(`a${at}`, 1, 2, { pair }), quote(`b${at}`, 1, 2, { pair })]);
  expect(namesOf(quotes, 99).toSorted()).toEqual([
    "a0+b0",
    "a1+b1",
    "a2+b2",
    "a3+b3",
    "b0+a0",
    "b1+a1",
    "b2+a2",
    "b3+a3",
  ]);
});

test("whatever the prices, what is given is the start of all combinations by their ratio", () => {
  const price = fc.integer({ min: 1, max: 1_000 });
  fc.assert(
    fc.property(fc.array(fc.tuple(price, price), { maxLength: 8 }), fc.nat(20), (prices, limit) => {
      const quotes = prices.map(([bid, ask], at) => quote(String(at), bid, ask));
      const ratios = lowestSpreads(quotes, limit).map(({ asking, bidding }) => asking.askPrice / bidding.bidPrice);
      const all = quotes.flatMap((ask) =>
        quotes.filter((bid) => bid !== ask).map((bid) => ask.askPrice / bid.bidPrice),
      );
      expect(ratios).toEqual(all.toSorted((one, other) => one - other).slice(0, limit));
    }),
  );
});
