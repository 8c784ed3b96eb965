import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { naiveSpreadMinutes } from "./spread-minutes.naive.ts";
import { SpreadFold, type PriceColumns } from "./spread-minutes.ts";

const FROM = 1_700_006_400_000;
const MINUTES = 7;
const TO = FROM + MINUTES * 60_000;

/** Times on a coarse grid, so that rows meet one another and the edges of minutes; prices with unknown ones between. */
const side = fc
  .array(
    fc.record({
      step: fc.oneof(
        fc.nat({ max: 3 }),
        fc.constantFrom(500, 29_999, 30_000, 59_999, 60_000, 60_001, 150_000),
        fc.nat({ max: 20_000 }),
      ),
      price: fc.oneof(
        { weight: 8, arbitrary: fc.integer({ min: 1, max: 9 }) },
        { weight: 4, arbitrary: fc.integer({ min: 6_500_001, max: 6_503_000 }).map((cents) => cents / 100) },
        { weight: 1, arbitrary: fc.constant(0) },
      ),
    }),
    { maxLength: 60 },
  )
  .map((rows) => {
    let ms = FROM - 60_000;
    const kept = rows.map(({ step, price }) => ({ ms: (ms += step), price })).filter((row) => row.ms < TO);
    return columns(kept);
  });

describe("spread minutes", () => {
  test("are what going through all moments one by one gives", () => {
    fc.assert(
      fc.property(side, side, fc.nat({ max: MINUTES * 60_000 }), (asks, bids, length) => {
        const toMs = FROM + length;
        const [a, b] = [upTo(asks, toMs), upTo(bids, toMs)];
        const fold = new SpreadFold(FROM);
        fold.feed(a, b);
        expect(fold.finish(toMs)).toEqual(naiveSpreadMinutes(a, b, FROM, toMs));
      }),
      { numRuns: 2_000 },
    );
  });

  test("are the same however the tapes are cut into pieces", () => {
    fc.assert(
      fc.property(side, side, fc.array(fc.nat({ max: MINUTES * 60_000 }), { maxLength: 5 }), (asks, bids, cuts) => {
        const whole = new SpreadFold(FROM);
        whole.feed(asks, bids);
        const pieces = new SpreadFold(FROM);
        let from = Number.NEGATIVE_INFINITY;
        for (const to of [...cuts.map((cut) => FROM + cut).toSorted((one, other) => one - other), TO]) {
          pieces.feed(between(asks, from, to), between(bids, from, to));
          from = to;
        }
        expect(pieces.finish(TO)).toEqual(whole.finish(TO));
      }),
      { numRuns: 500 },
    );
  });
});

function columns(rows: readonly { readonly ms: number; readonly price: number }[]): PriceColumns {
  return {
    ms: Float64Array.from(rows, ({ ms }) => ms),
    price: Float64Array.from(rows, ({ price }) => price),
    count: rows.length,
  };
}

function between({ ms, price, count }: PriceColumns, fromMs: number, toMs: number): PriceColumns {
  const rows = [...ms.subarray(0, count)].map((at, row) => ({ ms: at, price: price[row] ?? 0 }));
  return columns(rows.filter((row) => row.ms >= fromMs && row.ms < toMs));
}

function upTo(whole: PriceColumns, toMs: number): PriceColumns {
  return between(whole, Number.NEGATIVE_INFINITY, toMs);
}
