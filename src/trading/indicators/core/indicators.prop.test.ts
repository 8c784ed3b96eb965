/** The laws of every indicator of the table, on random candles with random parameters. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { randomCandles } from "../../../../test/support/random-candles.ts";
import { cutCandles, type Candles } from "./candles.ts";
import type { Indicator } from "./indicator.ts";
import { NAIVE } from "./indicators.naive.ts";
import { INDICATORS } from "./table.ts";

/** Divides by how far the RSI has moved, down to a millionth of its 100, and so multiplies rounding by as much. */
const LOOSE: Readonly<Record<string, number>> = { stoch_rsi: 1e-6 };

const candlesOf = fc
  .record({
    seed: fc.nat(),
    length: fc.integer({ min: 0, max: 150 }),
    still: fc.constantFrom(0, 0.1, 0.9, 1),
    price: fc.constantFrom(0.3, 100, 60_000),
    wild: fc.constantFrom(0.02, 0.2),
  })
  .map((options) => randomCandles({ ...options, tick: options.price / 1000 }));

/** Mostly short periods, so that the lines have begun within the candles. */
function parametersOf({ parameters }: Indicator): fc.Arbitrary<number[]> {
  return fc.tuple(
    ...parameters.map(({ isWhole, minimum, maximum, default: byDefault }) =>
      fc.oneof(
        fc.constant(byDefault),
        isWhole
          ? fc.integer({ min: minimum, max: Math.min(maximum, 30) })
          : fc.double({ min: minimum, max: maximum, noNaN: true }),
      ),
    ),
  );
}

/** Profiles are of prices, not of candles. */
const LINES = INDICATORS.filter(({ kind }) => kind !== "profile");

const casesOf = (entry: Indicator) => fc.record({ candles: candlesOf, parameters: parametersOf(entry) });

describe.each(INDICATORS)("$name", (entry) => {
  const cases = casesOf(entry);

  test("equals its definition, candle by candle", () => {
    const naive = NAIVE[entry.name];
    if (!naive) throw new Error(`${entry.name} has no definition`);
    fc.assert(
      fc.property(cases, ({ candles, parameters }) => {
        const ours = linesOf(entry.compute(candles, parameters));
        const theirs = linesOf(naive(plain(candles), ...parameters));
        expect(Object.keys(ours).toSorted()).toEqual(Object.keys(theirs).toSorted());
        for (const [name, line] of Object.entries(ours))
          expectClose(line, theirs[name] ?? [], candles, LOOSE[entry.name]);
      }),
      { numRuns: 60 },
    );
  });
});

describe.each(LINES)("$name", (entry) => {
  const cases = casesOf(entry);

  test("has a value on every candle once it is warm, and none before", () => {
    fc.assert(
      fc.property(cases, ({ candles, parameters }) => {
        const warmUp = entry.warmUp(parameters);
        for (const [name, line] of Object.entries(linesOf(entry.compute(candles, parameters)))) {
          const first = typeof warmUp === "number" ? warmUp : (warmUp[name] ?? 0);
          expect(line).toHaveLength(candles.close.length);
          const wrong = Array.from(line).findIndex((value, index) => Number.isFinite(value) !== index >= first);
          expect({ name, wrong }).toEqual({ name, wrong: -1 });
        }
      }),
      { numRuns: 40 },
    );
  });

  test("does not know the candles that come after", () => {
    fc.assert(
      fc.property(cases, fc.nat(150), ({ candles, parameters }, cut) => {
        const whole = linesOf(entry.compute(candles, parameters));
        const length = Math.min(cut, candles.close.length);
        const known = linesOf(entry.compute(cutCandles(candles, 0, length), parameters));
        for (const [name, line] of Object.entries(known)) expect(line).toEqual(whole[name]?.slice(0, length));
      }),
      { numRuns: 40 },
    );
  });
});

describe.each(INDICATORS.filter(({ kind }) => kind === "candles"))("$name", (entry) => {
  test("forgets what came before its reach", () => {
    const parameters = entry.parameters.map((parameter) => parameter.default);
    const reach = entry.reach(parameters);
    const candles = randomCandles({ seed: 7, length: 3000, intervalMs: 60_000 });
    const whole = linesOf(entry.compute(candles, parameters));
    const late = linesOf(entry.compute(cutCandles(candles, 3000 - reach - 1, 3000), parameters));
    for (const [name, line] of Object.entries(late)) {
      // Oscillators pass through zero: what counts is their size elsewhere.
      const size = Math.max(...Array.from(whole[name]?.slice(1000) ?? []).map(Math.abs));
      const difference = Math.abs((line.at(-1) ?? Number.NaN) - (whole[name]?.at(-1) ?? Number.NaN));
      expect(difference, name).toBeLessThanOrEqual(2e-9 * size);
    }
  });
});

function linesOf<Line extends ArrayLike<number>>(
  answer: Line | Readonly<Record<string, Line>>,
): Readonly<Record<string, Line>> {
  return "length" in answer ? { value: answer as Line } : answer;
}

function plain(candles: Candles): Record<keyof Candles, number[]> {
  const { ms, open, high, low, close, volume } = candles;
  return {
    ms: [...ms],
    open: [...open],
    high: [...high],
    low: [...low],
    close: [...close],
    volume: [...volume],
  };
}

/** To 1e-9 of the line, or of a ten-thousandth of the price where the line is near zero. */
function expectClose(ours: ArrayLike<number>, theirs: ArrayLike<number>, { close }: Candles, tolerance = 1e-9): void {
  expect(ours).toHaveLength(theirs.length);
  const size = Math.max(1e-4 * (close[0] ?? 1), ...Array.from(theirs).map((value) => Math.abs(value) || 0));
  const wrong = Array.from(ours, (own, index) => ({ index, own, theirs: theirs[index] as number })).filter(
    ({ own, theirs: other }) => Number.isNaN(own) !== Number.isNaN(other) || Math.abs(own - other) > tolerance * size,
  );
  expect(wrong).toEqual([]);
}
