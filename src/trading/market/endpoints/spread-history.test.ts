/** Recorded spreads, as callers see them. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Static } from "typebox";
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { manualClock, type ManualClock } from "../../../../test/support/manual-clock.ts";
import { tapeMarket, type TapeMarket } from "../../../../test/support/tape-market.ts";
import { TAPE_OPTIONS } from "../../../../test/support/tape-world.ts";
import { temporaryFolder, type TemporaryFolder } from "../../../../test/support/temporary-folder.ts";
import { AppError } from "../../../kit/errors/catalogue.ts";
import type { Caller } from "../../caller.ts";
import { WithHeaders } from "../../../kit/endpoint/output.ts";
import { importFiles, openTape, type RunningTape } from "../../tape/index.ts";
import { candleHistory } from "../candle-history.ts";
import type { spreadMinute } from "../records.ts";
import { computeIndicators } from "./compute-indicators.ts";
import { fetchOrderbookHistory } from "./fetch-orderbook-history.ts";
import { fetchSpreadData } from "./fetch-spread-data.ts";
import { listAvailability } from "./list-availability.ts";

const NOON = Date.parse("2026-03-02T12:00:00Z");
const [X, Y] = ["alpha-btcusdt", "beta-btcusdt"];
const somebody = { uid: 1 } as unknown as Caller;

let folder: TemporaryFolder;
let clock: ManualClock;
let market: TapeMarket;
let tape: RunningTape;

beforeEach(async () => {
  folder = await temporaryFolder();
  clock = manualClock(NOON);
  market = tapeMarket([X, Y], clock);
  tape = open();
});

afterEach(async () => {
  await tape.stop();
  await folder.remove();
});

function open(): RunningTape {
  return openTape({ dataDir: folder.path, market, clock, ...TAPE_OPTIONS, flushSeconds: 10 });
}

const deps = () => ({ tape, market, clock });
const call = <Params>(params: Params, actor?: Caller) => ({
  input: { params },
  actor,
  requestId: "1",
  signal: new AbortController().signal,
});
const wholeSpread = (combination: string, more: { latestonly?: boolean; date?: string } = {}, actor?: Caller) =>
  Promise.resolve(fetchSpreadData.run(deps(), call({ combination, ...more }, actor)));
const spread = async (...asked: Parameters<typeof wholeSpread>): Promise<unknown> => {
  const answer = await wholeSpread(...asked);
  return answer instanceof WithHeaders ? answer.value : answer;
};
const refused = async (answer: Promise<unknown>): Promise<unknown> => {
  const error = await answer.catch((thrown: unknown) => thrown);
  return error instanceof AppError ? `${error.status} ${error.code}` : error;
};

describe("spread data", () => {
  test.each([true, false])("is the ask of the first less the bid of the second, recorded: %s", async (isRecorded) => {
    if (isRecorded) tape.start();
    market.set(X, { ask: 101, bid: 1 });
    market.set(Y, { ask: 999, bid: 100 });
    await clock.advance(1_000);
    const answer = (await spread(`${X}+${Y}`, { latestonly: true })) as Static<typeof spreadMinute>[];
    const [minute, ...others] = answer;
    expect(others).toEqual([]);
    const time = String(NOON);
    expect(minute?.price).toEqual({ open: 1, high: 1, low: 1, close: 1, time });
    expect(minute?.ratio.close).toBeCloseTo(1.01, 9);
    expect(minute?.ratio.time).toBe(time);
    expect(await spread(`${X} ${Y}`)).toEqual(isRecorded ? [minute] : []);
  });

  test("names the minutes that are missing, but not the one that is not over", async () => {
    const gaps = async (date?: string): Promise<unknown> => {
      const answer = await wholeSpread(`${X}+${Y}`, date === undefined ? {} : { date }, somebody);
      return answer instanceof WithHeaders ? answer.beside?.["gaps"] : answer;
    };
    tape.start();
    const midnight = NOON - 12 * 3_600_000;
    const before = { from: midnight, to: NOON, reason: "not_recorded" };
    expect(await gaps()).toEqual([before]);
    market.set(X, { ask: 101, bid: 1 });
    market.set(Y, { ask: 999, bid: 100 });
    await clock.advance(10 * 60_000);
    market.setState(X, "stale");
    await clock.advance(5 * 60_000);
    market.set(X, { ask: 102, bid: 1 });
    await clock.advance(60_000);
    const inside = { from: NOON + 10 * 60_000, to: NOON + 15 * 60_000, reason: "not_recorded" };
    expect(await gaps()).toEqual([before, inside]);
    expect(await gaps("2026-03-01")).toEqual([{ from: midnight - 86_400_000, to: midnight, reason: "not_recorded" }]);
    expect(await gaps("2026-03-03")).toEqual([]);
  });

  test("of now is that of the books where recording has ended earlier", async () => {
    tape.start();
    market.set(X, { ask: 101, bid: 1 });
    market.set(Y, { ask: 999, bid: 100 });
    await clock.advance(1_000);
    await tape.stop();
    tape = open();
    await clock.advance(3_600_000);
    const minute = async () => ((await spread(`${X}+${Y}`, { latestonly: true })) as Static<typeof spreadMinute>[])[0];
    expect(await minute()).toMatchObject({ price: { close: 1, time: String(NOON + 3_600_000) } });
    market.set(X, { ask: 105, bid: 1 });
    expect(await minute()).toMatchObject({ price: { close: 5, time: String(NOON + 3_600_000) } });
    // Without a price of now, it is the last one that was known.
    market.setState(X, "stale");
    expect(await minute()).toMatchObject({ price: { close: 1, time: String(NOON) } });
  });

  test("has no minute while a side is not known", async () => {
    tape.start();
    market.set(X, { ask: 101 });
    expect(await spread(`${X}+${Y}`, { latestonly: true })).toEqual([]);
    market.set(Y, { ask: 102 });
    expect(await spread(`${X}+${Y}`, { latestonly: true })).toEqual([]);
  });

  test("of past days is for those with a key", async () => {
    tape.start();
    market.set(X, { ask: 101, bid: 1 });
    market.set(Y, { ask: 999, bid: 100 });
    await clock.advance(86_400_000);
    const date = "2026-03-02";
    expect(await refused(spread(`${X}+${Y}`, { date }))).toBe("401 2001");
    expect(await spread(`${X}+${Y}`, { date }, somebody)).toHaveLength(720);
    expect(await spread(`${X}+${Y}`, { date: "2026-03-03" })).toHaveLength(721);
    expect(await spread(`${X}+${Y}`, { date: "2026-03-04" })).toEqual([]);
  });

  test.each([
    ["alpha-btcusdt", {}, "422 2300"],
    ["alpha-btcusdt+nowhere-btcusdt", {}, "404 2300"],
    ["alpha-btcusdt+beta-btcusdt", { date: "2026-02-30" }, "422 2300"],
  ])("of %j with %j is refused", async (combination, more, expected) => {
    expect(await refused(spread(combination, more))).toBe(expected);
  });
});

describe("recorded best prices", () => {
  const history = (
    params: { symbol?: string; timefrom?: number; timeto?: number; exchange?: string },
    actor?: Caller,
  ) => {
    const whole = {
      exchange: "alpha",
      symbol: "BTC/USDT",
      type: "spot",
      timefrom: NOON / 1_000,
      timeto: NOON / 1_000 + 600,
    };
    return Promise.resolve(fetchOrderbookHistory.run(deps(), call({ ...whole, ...params }, actor)));
  };

  test("are one row for each change", async () => {
    tape.start();
    market.set(X, { ask: 101, bid: 100, askQuantity: 2 });
    await clock.advance(90_000);
    market.set(X, { ask: 102, bid: 100 });
    expect(await history({})).toEqual({
      status: true,
      label: "alpha BTC/USDT",
      from: NOON,
      to: NOON + 600_000,
      seconds: 600,
      code: X,
      count: 2,
      orderbook: [
        [NOON, 101, 2, 100, 1],
        [NOON + 90_000, 102, 1, 100, 1],
      ],
      gaps: [],
    });
  });

  test("name the times of which nothing was recorded, but not those in which no price was known", async () => {
    tape.start();
    market.set(X, { ask: 101, bid: 100 });
    await clock.advance(100_000);
    market.setState(X, "stale");
    await clock.advance(100_000);
    market.set(X, { ask: 102, bid: 100 });
    await clock.advance(15_000);
    await tape.flush();
    // As after a crash: nothing says that recording has ended.
    const later = manualClock(NOON + 500_000);
    const again = tapeMarket([X], later);
    const next = openTape({ ...TAPE_OPTIONS, dataDir: folder.path, market: again, clock: later });
    onTestFinished(() => next.stop());
    next.start();
    again.set(X, { ask: 103, bid: 100 });
    const range = { timefrom: NOON / 1_000 - 60, timeto: NOON / 1_000 + 3_000 };
    const params = { exchange: "alpha", symbol: "BTC/USDT", type: "spot", ...range };
    const found = await fetchOrderbookHistory.run({ tape: next, market: again, clock: later }, call(params));
    expect(found).toMatchObject({
      gaps: [
        { from: NOON - 60_000, to: NOON, reason: "not_recorded" },
        { from: NOON + 260_000, to: NOON + 500_000, reason: "not_recorded" },
      ],
    });
    // What a row before the range says holds in it.
    const inside = await fetchOrderbookHistory.run(
      { tape: next, market: again, clock: later },
      call({ ...params, timefrom: NOON / 1_000 + 250, timeto: NOON / 1_000 + 400 }),
    );
    expect(inside).toMatchObject({
      count: 1,
      orderbook: [[NOON + 250_000, 102, 1, 100, 1]],
      gaps: [{ from: NOON + 260_000, to: NOON + 400_000, reason: "not_recorded" }],
    });
  });

  test("are refused where nothing can be there, and where too much is asked for", async () => {
    const timeto = NOON / 1_000 + 3_601;
    expect(await refused(history({ symbol: "NO/SUCH" }))).toBe("404 2300");
    expect(await refused(history({ exchange: "../.." }))).toBe("404 2300");
    expect(await refused(history({ timeto: 1 }))).toBe("422 2300");
    expect(await refused(history({ timeto }))).toBe("422 2300");
    expect(await history({ timeto }, somebody)).toMatchObject({ count: 0 });
  });
});

test("availability says for each time whether there is tick data, and every row can be asked for", async () => {
  const file = join(folder.path, "klines.csv");
  const day = NOON - 12 * 3_600_000;
  const starts = [day - 40 * 86_400_000, day - 39 * 86_400_000, day - 86_400_000, NOON - 60_000];
  await writeFile(file, starts.map((ms) => `${ms},10,12,9,11,5,${ms + 59_999},55,7,1,2,0`).join("\n"));
  const bring = { ...TAPE_OPTIONS, dataDir: folder.path, files: [file], layout: "binance-klines" as const, clock };
  const more = { signal: new AbortController().signal, onProgress: () => undefined };
  for (const code of [X, "gone-btcusdt", "gone-btc_usdt"]) await importFiles({ ...bring, ...more, code });
  tape.start();
  market.set(X, { ask: 101, bid: 100 });
  await clock.advance(1_000);
  await tape.flush();

  const rows = await Promise.resolve(listAvailability.run(deps(), call({})));
  const listed = rows instanceof WithHeaders ? rows.value : rows;
  const at = (ms: number): number => ms / 1_000;
  const alone = { exchange: "gone", symbol: "BTC/USDT", type: "spot", interval: "1m", code: "gone-btcusdt" };
  const known = { ...alone, exchange: "alpha", code: X };
  const before = { tick_data: false, start: at(starts[0] ?? 0), end: at(starts[1] ?? 0) + 59 };
  expect(rows).toEqual([
    { ...known, ...before },
    { ...known, tick_data: false, start: at(day) - 86_400, end: at(NOON) - 1 },
    { ...known, tick_data: true, start: at(NOON), end: at(NOON) },
    { ...alone, ...before },
    { ...alone, tick_data: false, start: at(day) - 86_400, end: at(NOON) - 1 },
  ]);

  const candles = candleHistory({ tape, market, exchanges: [], clock });
  for (const { exchange, symbol, type, code, start } of listed) {
    const period = { exchange, symbol, type, timefrom: start, timeto: start + 60 };
    const all = { ...deps(), candles };
    expect(await computeIndicators.run(all, call({ ...period, interval: "1m" as const }))).toMatchObject({ code });
    expect(await fetchOrderbookHistory.run(all, call(period))).toMatchObject({ code });
  }
});

test("availability says what is recorded, of markets that are listed no more too", async () => {
  tape.start();
  market.set(X, { ask: 101 });
  await clock.advance(40_000);
  await tape.flush();
  market = tapeMarket([], clock);
  expect(await Promise.resolve(listAvailability.run(deps(), call({})))).toEqual([
    {
      exchange: "alpha",
      symbol: "BTCUSDT",
      code: X,
      type: "spot",
      interval: "1m",
      tick_data: true,
      start: NOON / 1_000,
      end: NOON / 1_000 + 30,
    },
  ]);
});
