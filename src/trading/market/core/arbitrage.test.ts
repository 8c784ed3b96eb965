import { expect, test } from "vitest";
import { Arbitrage } from "./arbitrage.ts";

const quote = (bidPrice: number, askPrice: number) => ({ bidPrice, bidQuantity: 2, askPrice, askQuantity: 3 });

test("an opportunity is counted net of both fees, with what both sides hold", () => {
  const arbitrage = new Arbitrage();
  arbitrage.add({ index: 0, base: "BTC", quote: "USDT", takerFee: 0.001 });
  arbitrage.add({ index: 1, base: "BTC", quote: "USDT", takerFee: 0.002 });
  arbitrage.update(0, quote(99, 100), 1_000);
  arbitrage.update(1, quote(102, 103), 2_000);
  const [open, ...more] = arbitrage.top(10);
  expect(more).toEqual([]);
  expect(open).toMatchObject({ buy: 0, sell: 1, quantity: 2, openedMs: 2_000, atMs: 2_000 });
  expect(open?.returnPercent).toBeCloseTo(2, 10);
  expect(open?.feesPercent).toBeCloseTo(0.1 + 0.204, 10);
  expect(open?.netPercent).toBeCloseTo(2 - 0.304, 10);
});

test("a dollar token and a dollar are compared once both have a rate", () => {
  const arbitrage = new Arbitrage();
  arbitrage.add({ index: 0, base: "BTC", quote: "USDT", takerFee: 0 });
  arbitrage.add({ index: 1, base: "BTC", quote: "USD", takerFee: 0 });
  arbitrage.update(0, quote(99, 100), 1_000);
  arbitrage.update(1, quote(102, 103), 1_000);
  expect(arbitrage.top(10)).toEqual([]);
  arbitrage.setRates(
    new Map([
      ["USD", 1],
      ["USDT", 1.01],
    ]),
    2_000,
  );
  expect(arbitrage.top(10)[0]?.returnPercent).toBeCloseTo((102 / 101 - 1) * 100, 10);
});

test("a listing whose prices may not be used takes part in nothing", () => {
  const arbitrage = new Arbitrage();
  for (const index of [0, 1]) arbitrage.add({ index, base: "BTC", quote: "USDT", takerFee: 0 });
  arbitrage.update(0, quote(99, 100), 1_000);
  arbitrage.update(1, quote(102, 103), 1_000);
  expect(arbitrage.top(10)).toHaveLength(1);
  arbitrage.update(1, undefined, 2_000);
  expect(arbitrage.top(10)).toEqual([]);
});

test("more than a tenth is not an opportunity", () => {
  const arbitrage = new Arbitrage();
  for (const index of [0, 1]) arbitrage.add({ index, base: "BTC", quote: "USDT", takerFee: 0 });
  arbitrage.update(0, quote(99, 100), 1_000);
  arbitrage.update(1, quote(110.1, 111), 1_000);
  expect(arbitrage.top(10)).toEqual([]);
  arbitrage.update(1, quote(110, 111), 1_000);
  expect(arbitrage.top(10)).toHaveLength(1);
});
