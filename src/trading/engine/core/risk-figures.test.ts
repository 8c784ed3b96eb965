import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { FINE_ONE, parseFine } from "../../../kit/money/fine.ts";
import {
  figuresOf,
  groupFacts,
  isIn,
  measure,
  NO_FACTS,
  nextMarks,
  placesOf,
  positionChange,
  withOrder,
  type RiskFacts,
  type RiskPlace,
  type Worth,
} from "./risk-figures.ts";
import { isReducing } from "./risk.ts";

const fine = (text: string): bigint => parseFine(text) ?? 0n;
const OURS = { ownerUid: 1, keyId: 10, strategyId: 100, isReal: true };
const OTHER_KEY = { ownerUid: 1, keyId: 11, strategyId: null, isReal: true };
const PAPER = { ownerUid: 1, keyId: 12, strategyId: 100, isReal: false };
const BTC = { exchange: "binance", marketId: "btcusdt", currencies: { base: "BTC", quote: "USDT" } };
const RATES: Readonly<Record<string, string>> = { BTC: "50000", USDT: "1", BNB: "500" };
const worth: Worth = {
  usd: (currency) => (RATES[currency] === undefined ? undefined : fine(RATES[currency])),
};
const ACCOUNT: RiskPlace = { scope: "account", id: 1 };
const KEY: RiskPlace = { scope: "key", id: 10 };
const TODAY = "2026-01-01";

const resultOf = (facts: RiskFacts, place: RiskPlace, by: Worth): bigint | undefined =>
  measure(facts, place, { worth: by, marks: undefined, today: TODAY }).result;
const figuresAt = (facts: RiskFacts, place: RiskPlace, known: Parameters<typeof measure>[2], isReal?: boolean) =>
  figuresOf(facts, place, measure(facts, place, known), isReal === undefined ? undefined : { isReal });

// Bought 2 at 40,000 with one key, sold 1 at 45,000 with another.
const FACTS: RiskFacts = {
  traded: [
    { ...OURS, ...BTC, base: fine("2"), quote: fine("-80000") },
    { ...OTHER_KEY, ...BTC, base: fine("-1"), quote: fine("45000") },
  ],
  fees: [{ ...OURS, currency: "BNB", amount: fine("0.1") }],
  working: [
    { ...OURS, ...BTC, side: "buy", count: 2, left: fine("3") },
    { ...OTHER_KEY, ...BTC, side: "sell", count: 1, left: fine("0.5") },
  ],
  rejected: [{ ...OTHER_KEY, count: 4 }],
};

test("an order is in its account, its key and its strategy, and in no other", () => {
  expect(placesOf(OURS).every((place) => isIn(OURS, place))).toBe(true);
  expect(placesOf(OURS).map((place) => isIn({ ownerUid: 2, keyId: 12, strategyId: null }, place))).toEqual([
    false,
    false,
    false,
  ]);
  expect(placesOf(OTHER_KEY)).toHaveLength(2);
});

describe("a result", () => {
  test("is what was traded at the rates of now, less fees", () => {
    expect(resultOf(FACTS, KEY, worth)).toBe(fine("19950"));
    expect(resultOf(FACTS, ACCOUNT, worth)).toBe(fine("14950"));
    expect(resultOf(NO_FACTS, ACCOUNT, worth)).toBe(0n);
  });

  test("is unknown where a currency or a market has no rate, unless nothing of it is left", () => {
    const strange = { ...OURS, exchange: "binance", marketId: "abcxyz", currencies: undefined };
    expect(resultOf({ ...FACTS, traded: [{ ...strange, base: 1n, quote: 0n }] }, KEY, worth)).toBeUndefined();
    expect(resultOf({ ...NO_FACTS, traded: [{ ...strange, base: 0n, quote: 0n }] }, KEY, worth)).toBe(0n);
    expect(resultOf({ ...NO_FACTS, fees: [{ ...OURS, currency: "ABC", amount: 1n }] }, KEY, worth)).toBeUndefined();
    expect(
      resultOf({ ...NO_FACTS, fees: [{ ...OURS, currency: "ABC", amount: 1n }] }, { scope: "key", id: 9 }, worth),
    ).toBe(0n);
  });

  test("of a day begins at its first look, and falls from its highest", () => {
    const first = nextMarks(undefined, { result: 50n, isReal: true }, "2026-01-01");
    expect(first).toEqual({ day: "2026-01-01", isReal: true, dayResult: 50n, highest: 50n });
    const higher = nextMarks(first, { result: 70n, isReal: true }, "2026-01-01");
    expect(higher).toEqual({ day: "2026-01-01", isReal: true, dayResult: 50n, highest: 70n });
    expect(nextMarks(higher, { result: 60n, isReal: true }, "2026-01-02")).toEqual({
      day: "2026-01-02",
      isReal: true,
      dayResult: 60n,
      highest: 70n,
    });
  });

  test("is compared with its marks", () => {
    const marks = { day: "2026-01-01", isReal: true, dayResult: fine("20000"), highest: fine("25000") };
    expect(figuresAt(FACTS, ACCOUNT, { worth, marks, today: "2026-01-01" })).toEqual({
      openOrders: 3,
      rejectsMinute: 4,
      resultDay: fine("-5050"),
      drawdown: fine("10050"),
    });
    expect(figuresAt(FACTS, ACCOUNT, { worth, marks, today: "2026-01-02" })).toMatchObject({ resultDay: 0n });
    expect(figuresAt(FACTS, KEY, { worth, marks: undefined, today: "2026-01-02" })).toMatchObject({
      openOrders: 2,
      rejectsMinute: 0,
      drawdown: 0n,
    });
  });

  test("counts real money where there is any, and never adds up the two kinds", () => {
    const paper = { ...BTC, exchange: "binance_paper" };
    const both: RiskFacts = {
      traded: [...FACTS.traded, { ...PAPER, ...paper, base: fine("1"), quote: fine("-90000") }],
      fees: [...FACTS.fees, { ...PAPER, currency: "ABC", amount: 1n }],
      working: [...FACTS.working, { ...PAPER, ...paper, side: "buy", count: 5, left: fine("1") }],
      rejected: [...FACTS.rejected, { ...PAPER, count: 7 }],
    };
    const known = { worth, marks: undefined, today: TODAY };
    expect(measure(both, ACCOUNT, known)).toEqual(measure(FACTS, ACCOUNT, known));
    expect(figuresAt(both, ACCOUNT, known)).toEqual(figuresAt(FACTS, ACCOUNT, known));
    expect(figuresAt(both, ACCOUNT, known, false)).toEqual({
      openOrders: 5,
      rejectsMinute: 7,
      resultDay: 0n,
      drawdown: 0n,
    });
    const simulated = { scope: "key", id: 12 } as const;
    expect(measure({ ...both, fees: [] }, simulated, known)).toMatchObject({ isReal: false, result: fine("-40000") });
    expect(measure(both, simulated, known)).toMatchObject({
      result: undefined,
      withoutRate: ["ABC"],
      marks: undefined,
    });
  });

  test("does not hide that exchanges refuse real orders, before any of them has traded", () => {
    const paper = { ...PAPER, ...BTC, exchange: "binance_paper", base: fine("1"), quote: fine("-90000") };
    const refused = [
      { ...OURS, count: 4 },
      { ...PAPER, count: 1 },
    ];
    for (const traded of [[], [paper]]) {
      const facts: RiskFacts = { ...NO_FACTS, traded, rejected: refused };
      expect(figuresAt(facts, ACCOUNT, { worth, marks: undefined, today: TODAY })).toMatchObject({ rejectsMinute: 4 });
    }
    const simulated: RiskFacts = { ...NO_FACTS, traded: [paper], rejected: [{ ...PAPER, count: 2 }] };
    expect(figuresAt(simulated, ACCOUNT, { worth, marks: undefined, today: TODAY })).toMatchObject({
      rejectsMinute: 2,
    });
  });

  test("is measured from another beginning once real money is traded", () => {
    const simulated = { day: TODAY, isReal: false, dayResult: fine("-900"), highest: fine("5") };
    expect(nextMarks(simulated, { result: -1n, isReal: true }, TODAY)).toEqual({
      day: TODAY,
      isReal: true,
      dayResult: -1n,
      highest: -1n,
    });
  });

  test("that is not known leaves its figures out", () => {
    const unknown: Worth = { ...worth, usd: () => undefined };
    expect(figuresAt(FACTS, KEY, { worth: unknown, marks: undefined, today: "2026-01-02" })).toEqual({
      openOrders: 2,
      rejectsMinute: 0,
      resultDay: undefined,
      drawdown: undefined,
    });
  });
});

test("facts that are grouped are those that belong to each place", () => {
  const factsOf = groupFacts(FACTS);
  for (const place of [ACCOUNT, KEY, { scope: "key", id: 11 }, { scope: "strategy", id: 100 }] satisfies RiskPlace[]) {
    const own = <Row extends (typeof FACTS.rejected)[number] | (typeof FACTS.traded)[number]>(rows: readonly Row[]) =>
      rows.filter((each) => isIn(each, place));
    expect(factsOf(place).traded).toEqual(own(FACTS.traded));
    expect(factsOf(place).rejected).toEqual(own(FACTS.rejected));
  }
  expect(factsOf({ scope: "account", id: 2 })).toEqual(NO_FACTS);
});

describe("a position", () => {
  test("counts open orders of the same side, and none of the other", () => {
    expect(positionChange(FACTS, ACCOUNT, { ...BTC, side: "buy", amount: FINE_ONE })).toEqual({
      before: fine("4"),
      after: fine("5"),
    });
    expect(positionChange(FACTS, ACCOUNT, { ...BTC, side: "sell", amount: FINE_ONE })).toEqual({
      before: fine("0.5"),
      after: fine("-0.5"),
    });
    expect(positionChange(FACTS, KEY, { ...BTC, exchange: "kraken", side: "buy", amount: 1n })).toEqual({
      before: 0n,
      after: 1n,
    });
  });

  test("never grows or turns by orders that only reduce, whichever of them are filled", () => {
    const step = fc.record({ side: fc.constantFrom("buy" as const, "sell" as const), amount: fc.bigInt(1n, 20n) });
    fc.assert(
      fc.property(
        fc.bigInt(-30n, 30n),
        fc.array(step, { maxLength: 8 }),
        fc.array(fc.boolean()),
        (held, steps, fills) => {
          let facts: RiskFacts = { ...NO_FACTS, traded: [{ ...OURS, ...BTC, base: held, quote: 0n }] };
          const sent: typeof steps = [];
          for (const { side, amount } of steps) {
            const order = { ...OURS, ...BTC, side, amount };
            if (!isReducing(positionChange(facts, KEY, order))) continue;
            facts = withOrder(facts, order);
            sent.push({ side, amount });
          }
          const filled = sent.filter((_, at) => fills[at] === true);
          const end = filled.reduce((sum, { side, amount }) => sum + (side === "buy" ? amount : -amount), held);
          const [low, high] = held < 0n ? [held, 0n] : [0n, held];
          expect(end >= low && end <= high).toBe(true);
        },
      ),
    );
  });
});
