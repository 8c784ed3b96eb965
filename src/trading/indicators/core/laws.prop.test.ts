/** Mathematical laws of indicators, and the effect of a million values on sums. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { numbers, randomCandles } from "../../../../test/support/random-candles.ts";
import { adx } from "./adx.ts";
import { atr } from "./atr.ts";
import { averageGain, averageLoss } from "./average-moves.ts";
import { bb } from "./bb.ts";
import { macd } from "./macd.ts";
import { mfi } from "./mfi.ts";
import { rsi } from "./rsi.ts";
import { highest, lowest } from "./sliding-extremes.ts";
import { slidingSum } from "./sliding-sum.ts";
import { sma } from "./sma.ts";
import { standardDeviation } from "./standard-deviation.ts";
import { stochastic, stochasticRsi, williamsR } from "./stochastic.ts";
import { volumeProfile } from "./volume-profile.ts";
import { wma } from "./wma.ts";

const candlesOf = fc.nat().map((seed) => randomCandles({ seed, length: 200 }));
const period = fc.integer({ min: 2, max: 30 });

describe("laws", () => {
  test("RSI does not know the unit of prices", () => {
    fc.assert(
      fc.property(candlesOf, period, ({ close }, length) => {
        expect(
          rsi(
            close.map((price) => price * 4096),
            length,
          ),
        ).toEqual(rsi(close, length));
      }),
    );
  });

  test("RSI is the share of the average gain in both averages", () => {
    fc.assert(
      fc.property(candlesOf, period, ({ close }, length) => {
        const [gain, loss] = [averageGain(close, length), averageLoss(close, length)];
        expectNear(
          rsi(close, length),
          gain.map((up, index) => (up > 0 ? (100 * up) / (up + (loss[index] ?? 0)) : up)),
          1e-9,
        );
      }),
    );
  });

  test("MACD of a sum is the sum of the MACDs", () => {
    fc.assert(
      fc.property(candlesOf, candlesOf, ({ close: one }, { close: other }) => {
        const sum = macd(
          one.map((value, index) => 3 * value - 2 * (other[index] ?? 0)),
          12,
          26,
          9,
        );
        const [first, second] = [macd(one, 12, 26, 9), macd(other, 12, 26, 9)];
        for (const line of ["macd", "signal", "histogram"] as const) {
          expectNear(
            sum[line],
            first[line].map((value, index) => 3 * value - 2 * (second[line][index] ?? 0)),
            1e-9,
          );
        }
      }),
    );
  });

  test("the middle band is the simple average, the others are as far from it, and further with more deviations", () => {
    fc.assert(
      fc.property(candlesOf, period, ({ close }, length) => {
        const bands = bb(close, length, 2);
        expect(bands.middle).toEqual(sma(close, length));
        const wide = bb(close, length, 3);
        for (let index = length - 1; index < close.length; index++) {
          const [upper, middle, lower] = [bands.upper[index] ?? 0, bands.middle[index] ?? 0, bands.lower[index] ?? 0];
          expect(upper - middle).toBeCloseTo(middle - lower, 9);
          expect(wide.upper[index]).toBeGreaterThanOrEqual(upper);
        }
      }),
    );
  });

  test("deviations do not change when all prices move", () => {
    fc.assert(
      fc.property(candlesOf, period, ({ close }, length) => {
        const moved = standardDeviation(
          close.map((price) => price + 1000),
          length,
        );
        expectNear(moved, standardDeviation(close, length), 1e-9);
      }),
    );
  });

  test("lines stay within their limits", () => {
    fc.assert(
      fc.property(candlesOf, period, (candles, length) => {
        const { high, low, close } = candles;
        const directions = adx(candles, length);
        const within: [string, Float64Array, number, number][] = [
          ["rsi", rsi(close, length), 0, 100],
          ["mfi", mfi(candles, length), 0, 100],
          ["atr", atr(candles, length), 0, Infinity],
          ["adx", directions.adx, 0, 100],
          ["plus_di", directions.plus_di, 0, 100],
          ["minus_di", directions.minus_di, 0, 100],
          ["k", stochastic(candles, { period: length, slowing: 3, smoothing: 3 }).k, 0, 100],
          ["stoch_rsi", stochasticRsi(close, { rsi: length, period: length, smoothing: 3 }).k, 0, 100],
          ["williams_r", williamsR(candles, length), -100, 0],
          [
            "highest less lowest",
            highest(high, length).map((top, at) => top - (lowest(low, length)[at] ?? 0)),
            0,
            Infinity,
          ],
          ["deviation", standardDeviation(close, length), 0, Infinity],
        ];
        for (const [name, line, least, most] of within) {
          const outside = line.filter((value) => value < least - 1e-9 || value > most + 1e-9);
          expect({ name, outside: [...outside] }).toEqual({ name, outside: [] });
        }
      }),
      { numRuns: 30 },
    );
  });

  test("the volume profile holds all volume", () => {
    fc.assert(
      fc.property(candlesOf, fc.integer({ min: 1, max: 100 }), (candles, steps) => {
        const { volume, from, to } = volumeProfile(candles, steps);
        expect(total(volume)).toBeCloseTo(total(candles.volume), 6);
        expect(from[0]).toBe(Math.min(...candles.low));
        expect(to.at(-1)).toBeCloseTo(Math.max(...candles.high), 9);
      }),
    );
  });
});

describe("after a million values", () => {
  const random = numbers(11);
  // Sizes from 1e-6 to 1e9: what is subtracted again later leaves its rounding in a sum that slides by subtraction.
  const values = Float64Array.from({ length: 1_000_000 }, () => 10 ** (15 * random() - 6));
  // Prices of 60,000 that move by a cent: their squares have no digits left for the cent.
  const prices = Float64Array.from({ length: 1_000_000 }, () => 60_000 + Math.round(random() * 4) / 100);

  test.each([
    ["sum", (window: Float64Array) => total(window), slidingSum(values, 30), values],
    ["average", (window: Float64Array) => total(window) / 30, sma(values, 30), values],
    ["weighted average", weighted, wma(values, 30), values],
    ["deviation", deviation, standardDeviation(prices, 30), prices],
  ] as const)("the %s of each window is that of its 30 values alone, to 1e-9 of itself", (_, of, computed, from) => {
    let worst = 0;
    for (let index = 29; index < from.length; index += 7) {
      const exact = of(from.subarray(index - 29, index + 1));
      worst = Math.max(worst, Math.abs((computed[index] ?? Number.NaN) - exact) / exact);
    }
    expect(worst).toBeLessThan(1e-9);
  });
});

function weighted(window: Float64Array): number {
  return window.reduce((sum, value, index) => sum + value * (index + 1), 0) / 465;
}

function deviation(window: Float64Array): number {
  const mean = total(window) / window.length;
  return Math.sqrt(total(window.map((value) => (value - mean) ** 2)) / window.length);
}

function total(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0);
}

/** NaN is near NaN. */
function expectNear(one: Float64Array, other: Float64Array, tolerance: number): void {
  const size = Math.max(1, ...Array.from(other, (value) => Math.abs(value) || 0));
  const wrong = Array.from(one, (value, index) => ({ index, one: value, other: other[index] as number })).filter(
    ({ one: a, other: b }) => Number.isNaN(a) !== Number.isNaN(b) || Math.abs(a - b) > tolerance * size,
  );
  expect(wrong).toEqual([]);
}
