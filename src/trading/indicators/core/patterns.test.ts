import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { randomCandles } from "../../../../test/support/random-candles.ts";
import { cutCandles, type Candles } from "./candles.ts";
import { PATTERN_SHAPES } from "./pattern-table.ts";
import { findPatterns, PATTERN_REACH, PATTERNS } from "./patterns.ts";

type Ohlc = readonly [open: number, high: number, low: number, close: number];

/** Fourteen candles that fall by 2 each, with a range of 4, to a close of 176. */
const FALL: readonly Ohlc[] = Array.from({ length: 14 }, (_, index): Ohlc => {
  const open = 204 - 2 * index;
  return [open, open + 1, open - 3, open - 2];
});

const LONG_FALL: Ohlc = [176, 176.5, 170.5, 171];
const SOLDIERS: readonly Ohlc[] = [
  [170, 175.5, 169.5, 175],
  [173, 178.5, 172.5, 178],
  [176, 181.5, 175.5, 181],
];
const METHODS: readonly Ohlc[] = [
  [170, 176.5, 169.5, 176],
  [175.5, 176, 173.5, 174.5],
  [174.5, 175, 172.5, 173.5],
  [173.8, 174, 172, 172.8],
  [173, 180, 172.5, 179.5],
];

/** Of each bullish pattern: candles that show it, and the same with the last one so that they just do not. */
const EXAMPLES: Readonly<Record<string, { readonly shows: readonly Ohlc[]; readonly misses: Ohlc }>> = {
  doji: { shows: [[176, 178, 174, 176.375]], misses: [176, 178, 174, 176.5] },
  long_legged_doji: { shows: [[176, 178, 174, 176.1]], misses: [177, 178, 174, 177.1] },
  dragonfly_doji: { shows: [[176, 176.2, 172, 176.1]], misses: [175, 176.2, 172, 175.1] },
  hammer: { shows: [[175.2, 176.2, 172.2, 176]], misses: [174.2, 176.2, 172.2, 175] },
  inverted_hammer: { shows: [[172.4, 176.2, 172.2, 173.2]], misses: [172.8, 176.2, 172.2, 173.6] },
  spinning_top: { shows: [[175, 177, 173, 175.8]], misses: [173.9, 177, 173, 174.7] },
  marubozu: { shows: [[172, 176.1, 172, 176]], misses: [172, 176.3, 172, 176] },
  engulfing: {
    shows: [
      [176, 177, 173, 174],
      [174, 179, 173, 178],
    ],
    misses: [174.1, 179, 173, 178],
  },
  harami: { shows: [LONG_FALL, [172, 174.5, 171.5, 174]], misses: [170.9, 174.5, 170, 173] },
  harami_cross: { shows: [LONG_FALL, [173, 175, 171.5, 173.1]], misses: [173, 175, 171.5, 173.5] },
  piercing_line: { shows: [LONG_FALL, [170.5, 174.5, 170, 174]], misses: [170.5, 174.5, 170, 173.5] },
  tweezer_bottom: {
    shows: [
      [176, 176.5, 172, 172.5],
      [172.5, 175, 172.1, 174.8],
    ],
    misses: [172.5, 175, 172.3, 174.8],
  },
  morning_star: {
    shows: [LONG_FALL, [170.5, 171.5, 169.5, 170.1], [170.5, 175, 170, 174.5]],
    misses: [170.5, 175, 170, 173.4],
  },
  morning_doji_star: {
    shows: [LONG_FALL, [170.5, 171.5, 169.5, 170.4], [170.5, 175, 170, 174.5]],
    misses: [174.8, 175, 170, 174.5],
  },
  abandoned_baby: {
    shows: [LONG_FALL, [169, 170, 168, 169.05], [170.8, 175, 170.6, 174.5]],
    misses: [170.8, 175, 170, 174.5],
  },
  three_white_soldiers: { shows: SOLDIERS, misses: [178.5, 184.5, 178, 184] },
  three_inside_up: {
    shows: [LONG_FALL, [172, 174.5, 171.5, 174], [174, 177.5, 173.5, 177]],
    misses: [174, 177.5, 173.5, 176],
  },
  three_outside_up: {
    shows: [
      [176, 177, 173, 174],
      [174, 179, 173, 178],
      [178, 181, 177, 180],
    ],
    misses: [177, 181, 176.5, 178],
  },
  tasuki_gap: {
    shows: [
      [170, 173, 169.5, 172.5],
      [174, 177, 173.8, 176.5],
      [175.5, 176, 173, 173.2],
    ],
    misses: [175.5, 176, 172, 172.4],
  },
  three_line_strike: { shows: [...SOLDIERS, [181.5, 182, 168.5, 169]], misses: [181.5, 182, 168.5, 170] },
  rising_three_methods: { shows: METHODS, misses: [173, 180, 172.5, 176] },
};

describe.each(PATTERN_SHAPES)("$name", ({ name, mirror, candles }) => {
  const example = EXAMPLES[name];
  if (!example) throw new Error(`${name} has no example`);
  const { shows, misses } = example;

  test("is found where it is, and upside down by its other name", () => {
    expect(shows).toHaveLength(candles);
    expect(lastFound([...FALL, ...shows])).toContain(`${name} bullish`);
    expect(lastFound([...FALL, ...shows].map(upsideDown))).toContain(`${mirror} bearish`);
  });

  test("is not found where the last candle just does not fit", () => {
    expect(lastFound([...FALL, ...shows.slice(0, -1), misses])).not.toContain(`${name} bullish`);
  });
});

describe.each(PATTERN_SHAPES.filter(({ after }) => after !== "any"))("$name", ({ name }) => {
  test("is not found after a rise", () => {
    const rise = FALL.map(([open, high, low, close]): Ohlc => [352 - open, 352 - low, 352 - high, 352 - close]);
    expect(lastFound([...rise, ...(EXAMPLES[name]?.shows ?? [])])).not.toContain(`${name} bullish`);
  });
});

describe("patterns", () => {
  test("have names and directions that tell them apart", () => {
    const names = PATTERNS.map(({ name, direction }) => `${name} ${direction}`);
    expect(new Set(names).size).toBe(names.length);
    expect(new Set(PATTERNS.map(({ name }) => name)).size).toBe(32);
  });

  test("of candles upside down are their mirrors", () => {
    fc.assert(
      fc.property(arbitraryCandles, (candles) => {
        const mirrorOf = new Map(
          PATTERN_SHAPES.flatMap(({ name, mirror }) => [
            [`${name} bullish`, `${mirror} bearish`],
            [`${mirror} bearish`, `${name} bullish`],
          ]),
        );
        const turned = named(transformed(candles, (price) => 1_000_000 - price, true));
        const mirror = ([index, found]: [number, string]): [number, string] => [index, mirrorOf.get(found) ?? found];
        expect(turned).toEqual(named(candles).map(mirror).toSorted(byText));
      }),
      { numRuns: 60 },
    );
  });

  test("do not depend on where prices are or in which unit they are written", () => {
    fc.assert(
      fc.property(arbitraryCandles, (candles) => {
        expect(named(transformed(candles, (price) => price + 5000))).toEqual(named(candles));
        expect(named(transformed(candles, (price) => price / 4096))).toEqual(named(candles));
      }),
      { numRuns: 60 },
    );
  });

  test("are known when their last candle is, and depend on no more than their reach", () => {
    fc.assert(
      fc.property(arbitraryCandles, fc.nat(200), (candles, cut) => {
        const at = Math.min(cut, candles.close.length - 1);
        const whole = named(candles).filter(([index]) => index === at);
        expect(named(cutCandles(candles, 0, at + 1)).filter(([index]) => index === at)).toEqual(whole);
        const from = Math.max(0, at - PATTERN_REACH);
        const late = named(cutCandles(candles, from, at + 1)).filter(([index]) => index + from === at);
        expect(late.map(([, name]) => name)).toEqual(whole.map(([, name]) => name));
      }),
      { numRuns: 100 },
    );
  });

  test("are none in candles that do not move", () => {
    expect(findPatterns(randomCandles({ seed: 1, length: 200, still: 1 }))).toEqual([]);
  });
});

/** Whole prices, so that turning and moving them rounds nothing. */
const arbitraryCandles = fc
  .record({ seed: fc.nat(), length: fc.integer({ min: 1, max: 200 }), still: fc.constantFrom(0, 0.2) })
  .map((options) => randomCandles({ ...options, price: 4000, tick: 8 }));

function lastFound(rows: readonly Ohlc[]): string[] {
  return findPatterns(columns(rows))
    .filter(({ index }) => index === rows.length - 1)
    .map(({ pattern }) => `${pattern.name} ${pattern.direction}`);
}

function columns(rows: readonly Ohlc[]): Pick<Candles, "open" | "high" | "low" | "close"> {
  const [open, high, low, close] = [0, 1, 2, 3].map((member) => Float64Array.from(rows, (row) => row[member] ?? 0));
  if (!open || !high || !low || !close) throw new Error("four columns");
  return { open, high, low, close };
}

function upsideDown([open, high, low, close]: Ohlc): Ohlc {
  return [400 - open, 400 - low, 400 - high, 400 - close];
}

function named(candles: Pick<Candles, "open" | "high" | "low" | "close">): [number, string][] {
  return findPatterns(candles)
    .map(({ index, pattern }): [number, string] => [index, `${pattern.name} ${pattern.direction}`])
    .toSorted(byText);
}

function byText(one: readonly [number, string], other: readonly [number, string]): number {
  return one[0] - other[0] || one[1].localeCompare(other[1]);
}

function transformed(candles: Candles, change: (price: number) => number, isTurned = false): Candles {
  return {
    ...candles,
    open: candles.open.map(change),
    close: candles.close.map(change),
    high: (isTurned ? candles.low : candles.high).map(change),
    low: (isTurned ? candles.high : candles.low).map(change),
  };
}
