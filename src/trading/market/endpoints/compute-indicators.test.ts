import { describe, expect, test } from "vitest";
import { randomCandles } from "../../../../test/support/random-candles.ts";
import { AppError } from "../../../kit/errors/catalogue.ts";
import { INDICATORS, cutCandles, type Candles, type CandleSource, type Gap } from "../../indicators/index.ts";
import { HOUR_MS } from "../../../kit/time/spans.ts";
import type { Listing } from "../view.ts";
import { computeIndicators } from "./compute-indicators.ts";

const LISTINGS = [listing("spot", "BTC/USDT"), listing("swap", "BTC/USDT:USDT")];

/** 3,000 hours of the simulated market, and what was asked of them. */
function world(candles: Candles = hours(), gaps: Gap[] = []) {
  const reads: [string, string, number, number][] = [];
  const source: CandleSource = {
    async candles(code, interval, fromMs, toMs) {
      reads.push([code, interval, fromMs, toMs]);
      const inside = [...candles.ms].map((ms, index) => ({ ms, index })).filter(({ ms }) => ms >= fromMs && ms < toMs);
      return { ...cutCandles(candles, inside[0]?.index ?? 0, (inside.at(-1)?.index ?? -1) + 1), gaps };
    },
  };
  const market = {
    exchange: (code: string) => (code === "simalpha" ? { name: "Alpha (simulated)" } : undefined),
    listings: () => LISTINGS,
  };
  const ask = async (changes: Record<string, unknown>) => {
    const params = { exchange: "simalpha", symbol: "BTC/USDT", type: "spot", interval: "1h", ...changes };
    return await (computeIndicators.run as (deps: unknown, call: unknown) => Promise<Answer>)(
      { market, candles: source, tape: { availability: () => Promise.resolve([{ code: "old-btcusdt", kinds: {} }]) } },
      { input: { params }, actor: undefined },
    );
  };
  return { ask, reads, candles };
}

interface Answer {
  readonly label: string;
  readonly from: number;
  readonly code: string;
  readonly count: number;
  readonly candles: number[][];
  readonly indicators: Record<string, unknown>;
  readonly patterns: { time: number }[];
  readonly gaps: unknown[];
}

function lines(values: unknown, change: (value: unknown) => unknown): unknown {
  return Object.fromEntries(Object.entries(values as object).map(([name, value]) => [name, change(value)]));
}

describe("technical indicators", () => {
  test("answer the candles that begin from timefrom to timeto, both included, warmed up by those before", async () => {
    const { ask, candles } = world();
    const [from, to] = [candles.ms[1000] ?? 0, candles.ms[1009] ?? 0];
    const answer = await ask({ timefrom: from / 1000, timeto: to / 1000, indicators: ["rsi", "obv"] });
    expect(answer).toMatchObject({ label: "BTC/USDT on Alpha (simulated)", code: "simalpha-btcusdt", from, count: 10 });
    expect(Float64Array.from(answer.candles, ([ms]) => ms ?? 0)).toEqual(candles.ms.slice(1000, 1010));
    const { open, high, low, close, volume } = candles;
    expect(answer.candles[0]).toEqual([from, ...[open, high, low, close, volume].map((column) => column[1000])]);
    expect(answer.indicators["rsi"]).toEqual(Array(10).fill(expect.any(Number)));
    expect(answer.patterns.every(({ time }) => time >= from && time <= to)).toBe(true);
  });

  test("are all of the table when none are named, with nulls where history is missing", async () => {
    const { ask, candles } = world();
    const answer = await ask({ timefrom: (candles.ms[0] ?? 0) / 1000, timeto: (candles.ms[5] ?? 0) / 1000 });
    expect(Object.keys(answer.indicators)).toHaveLength(INDICATORS.length);
    expect(answer.indicators["rsi"]).toEqual(Array(6).fill(null));
    expect(answer.indicators["typical_price"]).toEqual(Array(6).fill(expect.any(Number)));
  });

  test("read whole intervals, never from before 1970", async () => {
    const { ask, reads } = world();
    await ask({ timefrom: 1000, timeto: 5000, exchange: "SimAlpha", symbol: "btc/usdt" });
    await ask({ timefrom: 1_700_000_123, timeto: 1_700_003_723, indicators: ["sma(2)"] });
    expect(reads[0]).toEqual(["simalpha-btcusdt", "1h", 0, 5_000_001]);
    expect((reads[1]?.[2] ?? 1) % HOUR_MS).toBe(0);
    expect(reads[1]?.[2]).toBeLessThanOrEqual(1_700_000_123_000 - 15 * HOUR_MS);
  });

  test("begin again after a gap, and name it", async () => {
    const all = hours();
    const cut = [1_000, 1_400] as const;
    const without = (column: Float64Array): Float64Array =>
      Float64Array.from(column.filter((_, index) => index < cut[0] || index >= cut[1]));
    const holed = Object.fromEntries(Object.entries(all).map(([name, column]) => [name, without(column)]));
    const [fromMs, toMs] = [all.ms[cut[0]] ?? 0, all.ms[cut[1]] ?? 0];
    const { ask } = world(holed as unknown as Candles, [{ fromMs, toMs, reason: "exchange_has_none" }]);
    const indicators = ["rsi", "macd", "obv", "sma(3)"];
    const answer = await ask({ timefrom: fromMs / 1_000 - 36_000, timeto: toMs / 1_000 + 360_000, indicators });
    expect(answer.gaps).toEqual([{ from: fromMs, to: toMs, reason: "exchange_has_none" }]);

    // Values after the gap equal those of an answer without anything before it.
    const after = cutCandles(all, cut[1], all.ms.length);
    const alone = await world(after).ask({ timefrom: toMs / 1_000, timeto: toMs / 1_000 + 360_000, indicators });
    const tail = (values: unknown): unknown => (Array.isArray(values) ? values.slice(10) : lines(values, tail));
    expect(lines(answer.indicators, tail)).toEqual(alone.indicators);
    expect(answer.patterns.filter(({ time }) => time >= toMs)).toEqual(alone.patterns);
    expect((answer.indicators["sma(3)"] as unknown[]).slice(8, 13)).toEqual([
      expect.any(Number),
      expect.any(Number),
      null,
      null,
      expect.any(Number),
    ]);
  });

  test("are of markets too that are on the tape alone", async () => {
    const { ask, reads } = world();
    expect(await ask({ timefrom: 0, timeto: 0, exchange: "old" })).toMatchObject({ label: "BTC/USDT on old" });
    await ask({ timefrom: 0, timeto: 0, exchange: "old", symbol: "BTCUSDT" });
    expect(reads.map(([code]) => code)).toEqual(["old-btcusdt", "old-btcusdt"]);
  });

  test("find a market of another type by its pair", async () => {
    const { ask, reads } = world();
    await ask({ timefrom: 0, timeto: 0, type: "swap" });
    expect(reads[0]?.[0]).toBe("simalpha-btcusdtswap");
  });

  test("are at most 5,000 candles at once", async () => {
    const { ask } = world();
    await expect(ask({ timefrom: 3600, timeto: 5000 * 3600 })).resolves.toMatchObject({ count: 0 });
    await expect(ask({ timefrom: 3600, timeto: 5001 * 3600 })).rejects.toThrow(
      "At most 5000 candles are answered at once; from timefrom to timeto there are 5001 of 1h",
    );
  });

  test.each([
    [{ timefrom: 2, timeto: 1 }, 422, "timefrom must not be after timeto"],
    [{ exchange: "nowhere" }, 404, "There is no exchange nowhere"],
    [{ symbol: "BTC/EUR" }, 404, "There is no spot market BTC/EUR on simalpha"],
    [{ type: "future" }, 404, "There is no future market BTC/USDT on simalpha"],
    [{ indicators: ["rsi", "magic"] }, 422, "There is no indicator magic"],
  ])("refuse %j", async (changes, status, says) => {
    const { ask, reads } = world();
    const refused = await ask({ timefrom: 0, timeto: 3600, ...changes }).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(AppError);
    expect(refused).toMatchObject({ status, code: "2300", message: says });
    expect(reads).toEqual([]);
  });
});

function hours(): Candles {
  const { ms, open, high, low, close, volume } = randomCandles({ seed: 9, length: 3000 });
  // As an exchange sends them: on the steps of the market.
  const onStep = (column: Float64Array): Float64Array => column.map((value) => Math.round(value * 100) / 100);
  return {
    ms: ms.map((_, index) => (472_000 + index) * HOUR_MS),
    open: onStep(open),
    high: onStep(high),
    low: onStep(low),
    close: onStep(close),
    volume: onStep(volume),
  };
}

function listing(type: "spot" | "swap", symbol: string): Pick<Listing, "code" | "exchange"> & { market: object } {
  const code = type === "spot" ? "simalpha-btcusdt" : "simalpha-btcusdtswap";
  return {
    code,
    exchange: "simalpha",
    market: { type, symbol, base: "BTC", quote: "USDT", tickSize: "0.01", stepSize: "0.01" },
  };
}
