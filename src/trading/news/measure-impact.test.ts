import { expect, test } from "vitest";
import { fromMillis } from "../../kit/time/instant.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../kit/time/spans.ts";
import type { Tape } from "../tape/index.ts";
import { naivePriceChange } from "./core/impact.naive.ts";
import { HORIZONS } from "./core/impact.ts";
import { NO_PRICE } from "./core/impact.ts";
import { measureImpact } from "./measure-impact.ts";

const START = Date.UTC(2026, 0, 10);
const AT = START + 9 * HOUR_MS + 1_234;

/** A walk of best prices, a row every 20 seconds, with an hour in which nothing was recorded. */
function rowsOf(seed: number, gap?: { readonly fromMs: number; readonly toMs: number }) {
  let state = seed;
  let price = 100 * seed;
  const rows: { ms: number; bid: number; ask: number }[] = [];
  for (let ms = START; ms < START + DAY_MS / 2; ms += 20_000) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    price += (state / 2_147_483_648 - 0.5) * 0.3;
    if (!gap || ms < gap.fromMs || ms >= gap.toMs)
      rows.push({ ms: ms + (state % 1_000), bid: price - 0.01, ask: price + 0.01 });
  }
  return rows;
}

type Rows = ReturnType<typeof rowsOf>;

function columnsOf(rows: Rows) {
  const column = (name: "ms" | "bid" | "ask") => Float64Array.from(rows, (row) => row[name]);
  const none = new Float64Array(rows.length);
  return {
    count: rows.length,
    ms: column("ms"),
    bid: column("bid"),
    ask: column("ask"),
    bidQuantity: none,
    askQuantity: none,
  };
}

function tapeOf(
  markets: Readonly<Record<string, Rows>>,
  volumes: Readonly<Record<string, number>>,
): Pick<Tape, "tops" | "candles" | "hasRecorded"> {
  return {
    hasRecorded: async () => true,
    tops: async (code, fromMs, toMs) => columnsOf((markets[code] ?? []).filter(({ ms }) => ms >= fromMs && ms < toMs)),
    async candles(code, interval, fromMs, toMs) {
      const lengthMs = interval === "1h" ? HOUR_MS : MINUTE_MS;
      const starts: number[] = [];
      for (let ms = Math.ceil(fromMs / lengthMs) * lengthMs; ms < toMs; ms += lengthMs) starts.push(ms);
      const values = Float64Array.from(starts, (ms) => 100 + ((ms / MINUTE_MS) % 7));
      const volume = Float64Array.from(starts, () => ((volumes[code] ?? 0) * lengthMs) / HOUR_MS);
      return {
        count: starts.length,
        ms: Float64Array.from(starts),
        open: values,
        high: values,
        low: values,
        close: values,
        volume,
        known: [],
        watched: [],
      };
    },
  };
}

const gap = { fromMs: AT + 800_000, toMs: AT + 1_000_000 };
const markets = { "a-btcusdt": rowsOf(1), "b-btcusdt": rowsOf(2), "a-ethusdt": rowsOf(3, gap) };
const volumes = { "a-btcusdt": 2, "b-btcusdt": 1, "a-ethusdt": 1 };
const due = { articleId: 1, impactAt: fromMillis(AT), codes: Object.keys(markets) };

test("measures each pair as the obvious version does over the whole tape, whenever it is measured", async () => {
  const symbolOf = (code: string): string => code.slice(2).toUpperCase();
  // At once: everything is still being written. Late: all of it is in pieces that do not change.
  const measure = measureImpact(tapeOf(markets, volumes), symbolOf, () => 0);
  const late = measureImpact(tapeOf(markets, volumes), symbolOf, () => Infinity);
  const whole = (codes: readonly (keyof typeof markets)[]) =>
    codes.map((code) => ({ volume: 24 * volumes[code], tops: columnsOf(markets[code]) }));
  for (const seconds of HORIZONS) {
    const data = await measure({ ...due, seconds });
    expect(data?.["btcusdt"]).toMatchObject({
      status: "compiled",
      pair: "BTCUSDT",
      ...naivePriceChange(whole(["a-btcusdt", "b-btcusdt"]), AT, AT + seconds * 1_000, MINUTE_MS),
    });
    expect(data?.["btcusdt"]?.usual).toMatch(/^\d+\.\d{8}$/);
    expect(data?.["ethusdt"]?.status).toBe(seconds === 900 ? NO_PRICE : "compiled");
    expect(await late({ ...due, seconds })).toEqual(data);
  }
});

test("late, many articles of a day cost a reading of each day, and of each hour of best prices", async () => {
  const tape = tapeOf(markets, volumes);
  const reads = { tops: 0, candles: 0 };
  const counting: typeof tape = {
    ...tape,
    tops(...asked) {
      reads.tops++;
      return tape.tops(...asked);
    },
    candles(...asked) {
      reads.candles++;
      return tape.candles(...asked);
    },
  };
  const symbolOf = (code: string): string => code;
  const late = measureImpact(counting, symbolOf, () => START + DAY_MS);
  const each = measureImpact(tape, symbolOf, () => 0);
  for (let at = 0; at < 90; at++) {
    const of = { ...due, impactAt: fromMillis(START + 2 * HOUR_MS + at * 5 * MINUTE_MS + at * 77) };
    for (const seconds of [120, 3_600] as const)
      expect(await late({ ...of, seconds })).toEqual(await each({ ...of, seconds }));
  }
  // Nine hours of three markets; and of the two that weigh most nine days, of the third two.
  expect(reads.tops).toBeLessThanOrEqual(9 * 3);
  expect(reads.candles).toBeLessThanOrEqual(9 * 3);
});

test("a busy market is read in smaller pieces, with the same values", async () => {
  const busy = rowsOf(4).flatMap((row) =>
    Array.from({ length: 400 }, (_, at) => ({ ...row, ms: row.ms + at * 20, bid: row.bid - at / 1e6 })),
  );
  const rows = busy.filter(({ ms }) => ms > AT - HOUR_MS && ms < AT + 2 * HOUR_MS);
  const tape = tapeOf({ "a-btcusdt": rows }, volumes);
  const limits: number[] = [];
  const limited: typeof tape = {
    ...tape,
    async tops(code, fromMs, toMs, limit) {
      limits.push(limit);
      const { count, ms, bid, ask, bidQuantity, askQuantity } = await tape.tops(code, fromMs, toMs, limit);
      const [first, ...rest] = [ms, bid, ask, bidQuantity, askQuantity].map((column) => column.slice(0, limit));
      const [prices, asks, quantities, others] = rest;
      if (!first || !prices || !asks || !quantities || !others) throw new Error("there are five columns");
      return {
        count: Math.min(count, limit),
        ms: first,
        bid: prices,
        ask: asks,
        bidQuantity: quantities,
        askQuantity: others,
      };
    },
  };
  const of = { ...due, codes: ["a-btcusdt"], seconds: 120 } as const;
  const measure = measureImpact(
    limited,
    (code) => code,
    () => START + DAY_MS,
  );
  const each = measureImpact(
    tape,
    (code) => code,
    () => 0,
  );
  expect(await measure(of)).toEqual(await each(of));
  expect(limits).toContain(20_000);
  expect(limits.some((limit) => limit > 20_000)).toBe(true);
});

test("a market that was never recorded has no values", async () => {
  const data = await measureImpact(
    tapeOf({}, {}),
    () => "BTC/USDT",
    () => 0,
  )({ ...due, seconds: 120 });
  expect(data?.["btcusdt"]).toEqual({
    status: NO_PRICE,
    pair: "BTC/USDT",
    before: "",
    after: "",
    difference: "",
    usual: null,
    z: null,
  });
});

test("prices that are not on the tape yet are waited for, and no gap is kept in their place", async () => {
  const rows = rowsOf(1);
  let [writtenMs, nowMs] = [AT, AT + 121_000];
  const written: ReturnType<typeof tapeOf> = {
    ...tapeOf(markets, volumes),
    tops: async (code, fromMs, toMs, limit) =>
      tapeOf({ [code]: rows.filter(({ ms }) => ms < writtenMs) }, volumes).tops(code, fromMs, toMs, limit),
    hasRecorded: async (_code, atMs) => writtenMs >= atMs,
  };
  const measure = measureImpact(
    written,
    () => "BTC/USDT",
    () => nowMs,
  );
  const of = { ...due, codes: ["a-btcusdt"], seconds: 120 } as const;
  expect(await measure(of)).toBeUndefined();
  // Also where the rest of the hour is over by now.
  nowMs = AT + 2 * HOUR_MS;
  expect(await measure(of)).toBeUndefined();
  const late = measureImpact(
    written,
    () => "BTC/USDT",
    () => nowMs,
  );
  writtenMs = START + DAY_MS;
  const whole = await measureImpact(
    tapeOf({ "a-btcusdt": rows }, volumes),
    () => "BTC/USDT",
    () => START + DAY_MS,
  )(of);
  expect(whole?.["btcusdt"]?.status).toBe("compiled");
  expect(await late(of)).toEqual(whole);
});

test("what is still not there after hours is a gap", async () => {
  const measure = measureImpact(
    { ...tapeOf({}, {}), hasRecorded: async () => false },
    () => "BTC/USDT",
    () => AT + 3 * HOUR_MS + 121_000,
  );
  expect((await measure({ ...due, codes: ["a-btcusdt"], seconds: 120 }))?.["btcusdt"]?.status).toBe(NO_PRICE);
});
