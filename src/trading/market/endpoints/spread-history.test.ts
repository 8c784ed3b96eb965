/** What is recorded, as callers are told of it. */
import type { Static } from "typebox";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { manualClock, type ManualClock } from "../../../../test/support/manual-clock.ts";
import { tapeMarket, type TapeMarket } from "../../../../test/support/tape-market.ts";
import { TAPE_OPTIONS } from "../../../../test/support/tape-world.ts";
import { temporaryFolder, type TemporaryFolder } from "../../../../test/support/temporary-folder.ts";
import { AppError } from "../../../kit/errors/catalogue.ts";
import type { Caller } from "../../caller.ts";
import type { TradingDeps } from "../../deps.ts";
import { openTape, type RunningTape } from "../../tape/index.ts";
import type { spreadMinute } from "../records.ts";
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
  tape = openTape({
    dataDir: folder.path,
    market,
    clock,
    ...TAPE_OPTIONS,
    flushSeconds: 10,
  });
});

afterEach(async () => {
  await tape.stop();
  await folder.remove();
});

const deps = (): TradingDeps => ({ tape, market, clock }) as unknown as TradingDeps;
const call = <Params>(params: Params, actor?: Caller) => ({
  input: { params },
  actor,
  requestId: "1",
  signal: new AbortController().signal,
});
const spread = (combination: string, more: { latestonly?: boolean; date?: string } = {}, actor?: Caller) =>
  Promise.resolve(fetchSpreadData.run(deps(), call({ combination, ...more }, actor)));
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
