import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findRates } from "./rates.naive.ts";
import { Rates, type RateQuote } from "./rates.ts";

const live = (bidPrice: number, askPrice: number, quantity: number): RateQuote => ({
  state: "live",
  bidPrice,
  bidQuantity: quantity,
  askPrice,
  askQuantity: quantity,
});

function ratesOf(markets: readonly (readonly [string, string, RateQuote])[]): Map<string, number> {
  const rates = new Rates();
  for (const [index, [base, quote]] of markets.entries()) rates.add(index, base, quote);
  return rates.compute(markets.map(([, , best]) => best));
}

describe("rates", () => {
  const currency = fc.constantFrom("USD", "USDT", "USDC", "BTC", "ETH", "EUR", "XRP");
  const positive = fc.double({ min: 0.01, max: 1000, noNaN: true });
  const market = fc
    .tuple(
      currency,
      currency,
      positive,
      positive,
      positive,
      fc.double({ min: 0, max: 0.15, noNaN: true }),
      fc.constantFrom("live", "live", "live", "stale"),
    )
    .filter(([base, quote]) => base !== quote);

  test("are those of the widest paths, as the slow search finds them", () => {
    fc.assert(
      fc.property(fc.array(market, { maxLength: 30 }), (drawn) => {
        const markets = drawn.map(([base, quote, price, bidQuantity, askQuantity, width, state]) => ({
          base,
          quote,
          best: { state, bidPrice: price, askPrice: price * (1 + width), bidQuantity, askQuantity },
        }));
        const fast = ratesOf(markets.map(({ base, quote, best }) => [base, quote, best]));
        const slow = findRates(markets);
        expect([...fast.keys()].toSorted()).toEqual([...slow.keys()].toSorted());
        for (const [name, rate] of fast) expect(rate).toBeCloseTo(slow.get(name) ?? 0, 9);
      }),
      { numRuns: 500 },
    );
  });

  test("follow the deepest path, not the shortest", () => {
    const rates = ratesOf([
      ["BTC", "USD", live(90, 92, 1)],
      ["BTC", "USDT", live(99, 101, 500)],
      ["USDT", "USD", live(0.98, 1, 40_000)],
    ]);
    expect(rates.get("BTC")).toBeCloseTo(99, 10);
    expect(rates.get("USDT")).toBeCloseTo(0.99, 10);
  });

  test("take a dollar token for a dollar where no dollar is traded, and omit currencies that are not reached", () => {
    const rates = ratesOf([
      ["BTC", "USDT", live(99, 101, 5)],
      ["EUR", "USDT", { ...live(1, 1.1, 5), state: "stale" }],
      ["ETH", "EUR", live(1, 1.01, 5)],
    ]);
    expect([...rates]).toEqual([
      ["USD", 1],
      ["USDT", 1],
      ["BTC", 100],
    ]);
  });
});
