import fc from "fast-check";
import { expect, test } from "vitest";
import { plusMillis, type Instant } from "../../../kit/time/instant.ts";
import { DAY_MICROS } from "../../../kit/time/spans.ts";
import { begun, changeTerms, renewed, type PricedTerms, type Subscription } from "./change-terms.ts";
import { periodFrom, proratedDifference, anchorDayOf } from "./period.ts";

const prices = fc.bigInt({ min: 0n, max: 1_000_00000000n });
/** 2000 to 2100. */
const instants = fc
  .integer({ min: 946_684_800, max: 4_102_444_800 })
  .map((seconds) => (seconds * 1_000_000) as Instant);
const parts = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

/** Terms are told apart by a setting. */
function terms(price: bigint): PricedTerms {
  return { price, terms: { baseId: "basic", overrides: { "strategies.maximum.strategies": Number(price) } } };
}

/** An instant within the period of a subscription, or any. */
function within({ period }: Subscription, part: number, otherwise: Instant): Instant {
  return period ? ((period.from + Math.floor((period.to - period.from) * part)) as Instant) : otherwise;
}

test("a difference costs the way back with the other sign, and never more than a whole month of it", () => {
  fc.assert(
    fc.property(prices, prices, instants, parts, (one, other, from, part) => {
      const period = periodFrom(from, anchorDayOf(from));
      const at = (from + Math.floor((period.to - from) * part)) as Instant;
      const there = proratedDifference(one, other, period, at);
      expect(there).toBe(-proratedDifference(other, one, period, at));
      const whole = other - one;
      expect(there * whole).toBeGreaterThanOrEqual(0n);
      expect(there * there).toBeLessThanOrEqual(whole * whole);
    }),
  );
});

test("a month follows another without gaps, and is 28 to 31 days long", () => {
  fc.assert(
    fc.property(instants, fc.integer({ min: 1, max: 30 }), (start, count) => {
      const anchorDay = anchorDayOf(start);
      let period = periodFrom(start, anchorDay);
      for (let month = 0; month < count; month++) {
        const days = (period.to - period.from) / DAY_MICROS;
        expect(days).toBeGreaterThanOrEqual(28);
        expect(days).toBeLessThanOrEqual(31);
        expect(anchorDayOf(period.to)).toBeLessThanOrEqual(anchorDay);
        period = periodFrom(period.to, anchorDay);
      }
    }),
  );
});

test("no change charges less than nothing or more than a month of the new price", () => {
  fc.assert(
    fc.property(prices, prices, instants, parts, (one, other, start, part) => {
      const current = begun(terms(one), start);
      const change = changeTerms(current, terms(other), within(current, part, start));
      if (change.kind !== "now") return;
      expect(change.charge).toBeGreaterThanOrEqual(0n);
      expect(change.charge).toBeLessThanOrEqual(other);
    }),
  );
});

test("coming back at the same instant costs nothing, and going there again neither", () => {
  fc.assert(
    fc.property(prices, prices, instants, parts, (one, other, start, part) => {
      const current = begun(terms(one), start);
      const at = within(current, part, start);
      const there = changeTerms(current, terms(other), at);
      if (there.kind === "none") return;
      const back = changeTerms(there.subscription, terms(one), at);
      expect(back.kind === "now" ? back.charge : 0n).toBe(0n);
      if (back.kind === "none") return;
      const again = changeTerms(back.subscription, terms(other), at);
      expect(again.kind === "now" ? again.charge : 0n).toBe(0n);
    }),
  );
});

test("what is paid for stays until the month is over, and then the cheaper terms begin", () => {
  fc.assert(
    fc.property(prices, prices, instants, parts, (one, other, start, part) => {
      const [dear, cheap] = one > other ? [one, other] : [other, one];
      fc.pre(dear > cheap);
      const current = begun(terms(dear), start);
      const change = changeTerms(current, terms(cheap), within(current, part, start));
      expect(change.kind).toBe("atPeriodEnd");
      if (change.kind !== "atPeriodEnd") return;
      expect(change.subscription.price).toBe(dear);
      expect(change.effectiveAt).toBe(current.period?.to);
      const next = renewed(change.subscription);
      expect(next.price).toBe(cheap);
      expect(next.period?.from).toBe(cheap === 0n ? undefined : current.period?.to);
    }),
  );
});

test("a month that is over has nothing left to pay for", () => {
  const start = 1_700_000_000_000_000 as Instant;
  const period = periodFrom(start, anchorDayOf(start));
  expect(proratedDifference(0n, 100n, period, plusMillis(period.to, 1))).toBe(0n);
  expect(proratedDifference(0n, 100n, period, plusMillis(period.from, -1))).toBe(100n);
});
