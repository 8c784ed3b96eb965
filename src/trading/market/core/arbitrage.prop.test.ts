import fc from "fast-check";
import { expect, test } from "vitest";
import { Arbitrage } from "./arbitrage.ts";
import { findOpportunities, type NaiveVenue } from "./arbitrage.naive.ts";
import type { Quote } from "./opportunity-group.ts";

const QUOTES = ["USDT", "USD", "USDC", "EUR"];

const venue = fc.record({
  base: fc.constantFrom("BTC", "BTC", "BTC", "ETH"),
  quote: fc.constantFrom("USDT", "USDT", ...QUOTES),
  takerFee: fc.constantFrom(0, 0.0001, 0.001, -0.0001),
  isSimulated: fc.constantFrom(false, false, false, true),
  source: fc.record({ exchange: fc.constantFrom("one", "two", "three"), isPaper: fc.boolean() }),
});

// Few prices, so that equal ones are common; wide ones, so that some differ by more than an opportunity can.
const best: fc.Arbitrary<Quote | undefined> = fc.option(
  fc
    .record({
      bidPrice: fc.oneof(fc.constant(0), fc.integer({ min: 980, max: 1020 }), fc.integer({ min: 500, max: 1500 })),
      width: fc.integer({ min: 1, max: 8 }),
      bidQuantity: fc.integer({ min: 1, max: 5 }),
      askQuantity: fc.integer({ min: 1, max: 5 }),
      hasAsk: fc.boolean(),
    })
    .map(({ width, hasAsk, ...quote }) => ({ ...quote, askPrice: hasAsk ? quote.bidPrice + width : 0 })),
  { nil: undefined, freq: 8 },
);

const rates = fc
  .tuple(...QUOTES.map(() => fc.option(fc.constantFrom(0.99, 0.999, 1, 1.001, 1.01), { nil: undefined, freq: 6 })))
  .map((values) => new Map(QUOTES.flatMap((quote, at) => (values[at] === undefined ? [] : [[quote, values[at]]]))));

const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant("quote" as const), at: fc.nat(), best }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("rates" as const), rates }) },
);

test("every pair with a return is open from the moment it has one, as comparing all with all finds it, best first", () => {
  fc.assert(
    fc.property(
      fc.array(venue, { minLength: 4, maxLength: 12 }),
      fc.array(step, { minLength: 1, maxLength: 120 }),
      (venues, steps) => {
        const closed: string[] = [];
        const arbitrage = new Arbitrage(({ buy, sell }) => closed.push(`${buy}>${sell}`));
        const all: NaiveVenue[] = venues.map((each, index) => ({ ...each, index, best: undefined }));
        for (const each of all) arbitrage.add(each);
        let known: ReadonlyMap<string, number> = new Map();
        let since = new Map<string, number>();
        for (const [now, next] of steps.entries()) {
          closed.length = 0;
          if (next.kind === "rates") {
            known = next.rates;
            arbitrage.setRates(known, now);
          } else {
            const index = next.at % all.length;
            all[index] = { ...(all[index] as NaiveVenue), best: next.best };
            arbitrage.update(index, next.best, now);
          }
          const expected = findOpportunities(all, known);
          const before = since;
          since = new Map(expected.map(({ buy, sell }) => [`${buy}>${sell}`, before.get(`${buy}>${sell}`) ?? now]));
          const top = arbitrage.top(1_000);
          const shown = top.map(({ buy, sell, returnPercent, netPercent, quantity }) => ({
            buy,
            sell,
            returnPercent,
            netPercent,
            quantity,
          }));
          expect(shown).toEqual(expected);
          expect(arbitrage.count).toBe(expected.length);
          expect(arbitrage.top(2, 1)).toEqual(top.slice(1, 3));
          for (const { buy, sell, askPrice, bidPrice } of top) {
            expect([askPrice, bidPrice]).toEqual([all[buy]?.best?.askPrice, all[sell]?.best?.bidPrice]);
          }
          expect(new Map(top.map(({ buy, sell, openedMs }) => [`${buy}>${sell}`, openedMs]))).toEqual(since);
          expect(closed.toSorted()).toEqual([...before.keys()].filter((pair) => !since.has(pair)).toSorted());
        }
      },
    ),
    { numRuns: 500 },
  );
});
