/** What a currency was worth in dollars at a past minute, from candles as histories answer them. */
import { expect, test } from "vitest";
import { HOUR_MS, MINUTE_MS } from "../../kit/time/spans.ts";
import type { CandleSource, Gap } from "../indicators/index.ts";
import type { MarketView } from "../market/index.ts";
import { emptyCandles } from "../tape/index.ts";
import { pastRates } from "./past-rates.ts";

/** 2026-01-01T00:00:00Z */
const AT = 1_767_225_600_000;

interface History {
  /** Closes by minutes before `AT`. */
  readonly closes: Readonly<Record<number, number>>;
  readonly gaps?: readonly Gap[];
}

/** Asks as a source does: candles that begin from the one moment and before the other. */
function ratesOf(histories: Readonly<Record<string, History>>) {
  const asked: string[] = [];
  const source: CandleSource = {
    candles: async (code, _interval, fromMs, toMs) => {
      asked.push(code);
      const { closes, gaps = [] } = histories[code] ?? { closes: {} };
      const rows = Object.entries(closes)
        .map(([minutes, close]) => ({ ms: AT - Number(minutes) * MINUTE_MS, close }))
        .filter(({ ms }) => ms >= fromMs && ms < toMs)
        .toSorted((one, other) => one.ms - other.ms);
      const columns = emptyCandles(rows.length);
      for (const [row, { ms, close }] of rows.entries()) {
        columns.ms[row] = ms;
        columns.close[row] = close;
      }
      return { ...columns, gaps: gaps.filter((gap) => gap.fromMs < toMs && gap.toMs > fromMs) };
    },
  };
  const listings = Object.keys(histories).map((code) => {
    const [exchange = "", pair = ""] = code.split("-");
    const [base, quote] = pair.split("_").map((each) => each.toUpperCase());
    return { code, exchange, market: { type: "spot", base, quote } };
  });
  const market = { listings: () => listings, listing: () => undefined } as unknown as MarketView;
  const rates = pastRates(market, source);
  const at = (currency: string, atMs = AT + 30_000) =>
    rates.find({ currency, exchange: "binance", isReal: true, atMs });
  return { at, asked };
}

test("it is the close of the minute itself where something was traded", async () => {
  const { at, asked } = ratesOf({
    "binance-eth_usdt": { closes: { 0: 3_000, 1: 2_900 } },
    "kraken-eth_usd": { closes: { 0: 1 } },
  });
  expect(await at("ETH")).toBe("3000");
  expect(asked).toEqual(["binance-eth_usdt"]);
});

test("it is the last close before a minute in which nothing was traded, within an hour", async () => {
  const of = (minutes: number) => ratesOf({ "binance-eth_usdt": { closes: { [minutes]: 2_900, [minutes + 1]: 5 } } });
  expect(await of(1).at("ETH")).toBe("2900");
  expect(await of(60).at("ETH")).toBe("2900");
  expect(await of(61).at("ETH")).toBeUndefined();
  expect(await ratesOf({ "binance-eth_usdt": { closes: { [-1]: 7 } } }).at("ETH")).toBeUndefined();
});

test("the market with the latest close counts, and of equal ones that of the exchange itself", async () => {
  const latest = ratesOf({ "kraken-eth_usd": { closes: { 3: 2_800 } }, "binance-eth_usdt": { closes: { 20: 2_900 } } });
  expect(await latest.at("ETH")).toBe("2800");
  const equal = ratesOf({ "kraken-eth_usd": { closes: { 3: 2_800 } }, "binance-eth_usdt": { closes: { 3: 2_900 } } });
  expect(await equal.at("ETH")).toBe("2900");
});

test("a close before a time that is not known does not count: something may have been traded there", async () => {
  const gap = (from: number, to: number): Gap => ({
    fromMs: AT - from * MINUTE_MS,
    toMs: AT - to * MINUTE_MS,
    reason: "exchange_did_not_answer",
  });
  const withGap = (...gaps: Gap[]) => ratesOf({ "binance-eth_usdt": { closes: { 5: 2_900 }, gaps } }).at("ETH");
  expect(await withGap(gap(4, 0))).toBeUndefined();
  expect(await withGap(gap(0, -1))).toBeUndefined();
  expect(await withGap(gap(40, 5))).toBe("2900");
  expect(await withGap(gap(-1, -9))).toBe("2900");
});

test("a close that is not a price is passed over, and a currency without a market has no rate", async () => {
  const { at } = ratesOf({ "binance-eth_usdt": { closes: { 0: Number.NaN, 1: 0, 2: 2_900 } } });
  expect(await at("ETH")).toBe("2900");
  expect(await at("XYZ")).toBeUndefined();
  expect(await at("ETH", AT + 3 * HOUR_MS)).toBeUndefined();
  expect(await at("USDC")).toBe("1");
});

test("a market whose base is a dollar tells by its reciprocal", async () => {
  expect(await ratesOf({ "binance-usdt_try": { closes: { 4: 40 } } }).at("TRY")).toBe("0.025");
});
