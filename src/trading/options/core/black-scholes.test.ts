import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { greeksOf, impliedVolatility, normalCdf, optionPrice, type OptionTerms } from "./black-scholes.ts";

describe("the normal distribution", () => {
  // Tabulated to 15 digits, e.g. Abramowitz and Stegun, table 26.1.
  test.each([
    [0, 0.5],
    [0.5, 0.691_462_461_274_013],
    [1, 0.841_344_746_068_543],
    [1.96, 0.975_002_104_851_78],
    [3, 0.998_650_101_968_37],
    [-2, 0.022_750_131_948_179],
    [-8, 6.220_960_574_271_79e-16],
  ])("at %d", (x, value) => {
    expect(Math.abs(normalCdf(x) - value)).toBeLessThan(1e-14);
    expect(normalCdf(x) + normalCdf(-x)).toBeCloseTo(1, 14);
  });
});

describe("an option's price", () => {
  // Hull, "Options, Futures, and Other Derivatives", example of the chapter on the model: S 42, K 40, r 10 %, 20 %, half a year.
  test("is that of the textbook", () => {
    const terms = { underlying: 42, strike: 40, years: 0.5, rate: 0.1 };
    expect(optionPrice({ ...terms, type: "call" }, 0.2)).toBeCloseTo(4.759_422_392_871_53, 10);
    expect(optionPrice({ ...terms, type: "put" }, 0.2)).toBeCloseTo(0.808_599_372_900_096, 10);
  });

  // Haug, "The Complete Guide to Option Pricing Formulas": S 60, K 65, a quarter, 8 %, 30 %: 2.1334.
  test("is that of the formula collection", () => {
    const terms: OptionTerms = { type: "call", underlying: 60, strike: 65, years: 0.25, rate: 0.08 };
    expect(optionPrice(terms, 0.3)).toBeCloseTo(2.133_368_448_9, 8);
  });

  test("keeps put-call parity, and its greeks are its slopes", () => {
    fc.assert(
      fc.property(anyTerms(), fc.double({ min: 0.05, max: 2, noNaN: true }), (given, volatility) => {
        const [call, put] = [
          optionPrice({ ...given, type: "call" }, volatility),
          optionPrice({ ...given, type: "put" }, volatility),
        ];
        const forward = given.underlying - given.strike * Math.exp(-given.rate * given.years);
        expect(call - put).toBeCloseTo(forward, 8);
        const greeks = greeksOf(given, volatility);
        const slope = (change: (by: number) => number, by: number): number => (change(by) - change(-by)) / (2 * by);
        const at = (by: Partial<OptionTerms>): number => optionPrice({ ...given, ...by }, volatility);
        expect(greeks.delta).toBeCloseTo(
          slope((by) => at({ underlying: given.underlying + by }), 1e-4 * given.underlying),
          4,
        );
        expect(greeks.vega).toBeCloseTo(
          slope((by) => optionPrice(given, volatility + by), 1e-5),
          3,
        );
        expect(greeks.rho).toBeCloseTo(
          slope((by) => at({ rate: given.rate + by }), 1e-6),
          3,
        );
        expect(greeks.theta).toBeCloseTo(-slope((by) => at({ years: given.years + by }), 1e-6 * given.years), 3);
      }),
    );
  });
});

describe("an implied volatility", () => {
  test("is the one that the price was made with, to 1e-8", () => {
    fc.assert(
      fc.property(anyTerms(), fc.double({ min: 0.05, max: 3, noNaN: true }), (given, volatility) => {
        // Deep in or out of the money, the price does not depend on the volatility within a double's precision.
        fc.pre(greeksOf(given, volatility).vega > given.underlying * 1e-3);
        const found = impliedVolatility(given, optionPrice(given, volatility));
        expect(found?.converged).toBe(true);
        expect(Math.abs((found?.volatility ?? 0) - volatility)).toBeLessThan(1e-8);
      }),
      { numRuns: 2_000 },
    );
  });

  test("does not exist for a price that no volatility gives", () => {
    const terms: OptionTerms = { type: "call", underlying: 100, strike: 90, years: 1, rate: 0.05 };
    expect(impliedVolatility(terms, 10)).toBeUndefined();
    expect(impliedVolatility(terms, 100.01)).toBeUndefined();
    expect(impliedVolatility({ ...terms, type: "put" }, 90)).toBeUndefined();
  });

  test("of a price that does not depend on it is answered as not found", () => {
    const deep: OptionTerms = { type: "call", underlying: 1000, strike: 1, years: 0.01, rate: 0 };
    expect(impliedVolatility(deep, 999)?.converged).toBe(false);
  });
});

function anyTerms() {
  return fc.record({
    type: fc.constantFrom("call" as const, "put" as const),
    underlying: fc.double({ min: 20, max: 200, noNaN: true }),
    strike: fc.double({ min: 20, max: 200, noNaN: true }),
    years: fc.double({ min: 0.05, max: 3, noNaN: true }),
    rate: fc.double({ min: -0.02, max: 0.15, noNaN: true }),
  });
}

test("whatever the prices and times that may be asked for, every figure is a number", () => {
  const prices = [1e-18, 1e-12, 1e-6, 1, 100, 1e6, 1e12];
  const others = [1e-6, 0.001, 0.5, 100].flatMap((years) =>
    [-1, 0, 1].flatMap((rate) => (["call", "put"] as const).map((type) => ({ years, rate, type }))),
  );
  const pairs = prices.flatMap((underlying) => prices.map((strike) => ({ underlying, strike })));
  for (const pair of pairs) {
    for (const terms of others.map((other) => ({ ...pair, ...other }))) {
      const found = prices.flatMap((price) => impliedVolatility(terms, price)?.volatility ?? []);
      const figures = found.flatMap((each) => [
        each,
        optionPrice(terms, each),
        ...Object.values(greeksOf(terms, each)),
      ]);
      expect(figures.filter((figure) => !Number.isFinite(figure))).toEqual([]);
    }
  }
});
