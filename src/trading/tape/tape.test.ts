/** The tape as its readers see it, wherever the rows are: in memory or in files. */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { TAPE_OPTIONS, tapeWorld, type TapeWorld } from "../../../test/support/tape-world.ts";
import { openTape } from "./tape.ts";

const MIDNIGHT = Date.parse("2026-03-02T00:00:00Z");
const NOON = MIDNIGHT + 12 * 3_600_000;
const DAY = 86_400_000;
const [X, Y] = ["alpha-btcusdt", "beta-btcusdt"];
const TODAY = "2026-03-02";

let world: TapeWorld;

beforeEach(async () => {
  world = await tapeWorld([X, Y], NOON);
});

afterEach(() => world.close());

describe("best prices", () => {
  test("are read from memory, from files, and from both together", async () => {
    world.market.set(X, { bid: 100, ask: 101 });
    expect(await world.tops(X)).toEqual([[0, 100, 1, 101, 1]]);
    expect(await world.tape.flush()).toBe(true);
    await world.clock.advance(10);
    world.market.set(X, { bid: 100, ask: 102, askQuantity: 7 });
    expect(await world.tops(X)).toEqual([
      [0, 100, 1, 101, 1],
      [10, 100, 1, 102, 7],
    ]);
    await world.tape.flush();
    expect(await world.tops(X)).toHaveLength(2);
    expect(await world.tops(Y)).toEqual([]);
    expect((await world.tape.tops(X, NOON - DAY, NOON + DAY, 1)).ask).toEqual(Float64Array.of(101));
    expect((await world.tape.tops(X, NOON + 1, NOON + 11, 9)).ask).toEqual(Float64Array.of(102));
    expect(await world.tape.tops("../../etc-passwd", NOON, NOON + 1, 9)).toMatchObject({ count: 0 });
  });

  test("are there up to a moment where this process records them, and where files have what came after it", async () => {
    world.market.set(X, { bid: 1, ask: 2 });
    expect(await world.tape.hasRecorded(X, NOON - 1)).toBe(true);
    const reader = openTape({ ...TAPE_OPTIONS, dataDir: world.folder, market: undefined, clock: world.clock });
    onTestFinished(() => reader.stop());
    expect(await reader.hasRecorded(X, NOON)).toBe(false);
    await world.clock.advance(10);
    world.market.set(X, { bid: 1, ask: 3 });
    await world.tape.flush();
    // Another market of the same exchange was written with it; of another exchange nothing is known.
    const alike = "alpha-ethusdt";
    expect(await reader.hasRecorded(X, NOON + 10)).toBe(true);
    expect(await reader.hasRecorded(alike, NOON + 10)).toBe(true);
    expect(await reader.hasRecorded(X, NOON + 11)).toBe(false);
    expect(await reader.hasRecorded(Y, NOON)).toBe(false);
  });

  test("are one row in one millisecond, and of growing times after a flush", async () => {
    world.market.set(X, { bid: 1, ask: 2 });
    world.market.set(X, { bid: 1, ask: 3 });
    world.market.set(X, { bid: 1, ask: 3 });
    expect(await world.tops(X)).toEqual([[0, 1, 1, 3, 1]]);
    await world.tape.flush();
    world.market.set(X, { bid: 1, ask: 4 });
    expect(await world.tops(X)).toEqual([
      [0, 1, 1, 3, 1],
      [1, 1, 1, 4, 1],
    ]);
  });

  test("are repeated while they hold, and so is that none may be traded on", async () => {
    world.market.set(X, { bid: 1, ask: 2 });
    await world.clock.advance(65_000);
    world.market.setState(X, "stale");
    await world.clock.advance(100_000);
    expect(await world.tops(X)).toEqual([
      [0, 1, 1, 2, 1],
      [30_000, 1, 1, 2, 1],
      [60_000, 1, 1, 2, 1],
      [65_000, 0, 0, 0, 0],
      [95_000, 0, 0, 0, 0],
      [125_000, 0, 0, 0, 0],
      [155_000, 0, 0, 0, 0],
    ]);
    expect(await world.tops(Y)).toEqual([]);
  });

  test("end when the recorder stops", async () => {
    world.market.set(X, { bid: 1, ask: 2 });
    await world.clock.advance(500);
    await world.again();
    expect(await world.tops(X)).toEqual([
      [0, 1, 1, 2, 1],
      [500, 0, 0, 0, 0],
    ]);
  });

  test("that find no room are counted, and told once there is room", async () => {
    await world.again({ bufferRows: 2 });
    for (const ask of [2, 3, 4]) {
      await world.clock.advance(1);
      world.market.set(X, { bid: 1, ask });
    }
    expect(world.tape.status()).toMatchObject({ recording: "on", waitingRows: 2, skippedRows: 1 });
    await world.tape.flush();
    await world.clock.advance(1_000);
    expect((await world.tops(X)).map(([, , , ask]) => ask)).toEqual([2, 3, 4]);
  });
});

describe("candles", () => {
  test("are recorded when a minute is over, and made of trades where they were not", async () => {
    world.market.trade(X, { price: 10 });
    await world.clock.advance(60_000);
    for (const [price, quantity] of [
      [20, 1],
      [25, 2],
      [15, 3],
      [18, 4],
    ] as const) {
      await world.clock.advance(10);
      world.market.trade(X, { price, quantity });
    }
    await world.tape.flush();
    await world.clock.advance(70_000);
    world.market.trade(X, { price: 30 });
    await world.clock.advance(1);
    world.market.trade(X, { price: 31, takerSide: "sell" });
    const expected = [
      [0, 10, 10, 10, 10, 1],
      [60_000, 20, 25, 15, 18, 10],
      [120_000, 30, 31, 30, 31, 2],
    ];
    expect(await candles("1m")).toEqual(expected);
    await world.tape.flush();
    expect(await candles("1m")).toEqual(expected);
    expect(await candles("3m")).toEqual([[0, 10, 31, 10, 31, 13]]);
    expect((await candles("1d"))[0]).toEqual([MIDNIGHT - NOON, 10, 31, 10, 31, 13]);
  });

  test("of the first minute are whole when it was recorded from its beginning on", async () => {
    await world.again({}, NOON);
    world.market.trade(X, { price: 10 });
    await world.clock.advance(70_000);
    await world.tape.flush();
    expect(await readdir(join(world.folder, "tape", "pending"))).toContain("candles");
  });

  async function candles(interval: "1m" | "3m" | "1d"): Promise<number[][]> {
    const {
      ms: starts,
      open,
      high,
      low,
      close,
      volume,
    } = await world.tape.candles(X, interval, MIDNIGHT, NOON + 3_600_000);
    return [...starts].map((ms, row) => [
      ms - NOON,
      ...[open, high, low, close, volume].map((column) => column[row] ?? -1),
    ]);
  }
});

describe("spread minutes", () => {
  test("are of any two codes, live minute and all, and newer ones follow what is kept of them", async () => {
    world.market.set(X, { ask: 101, bid: 1 });
    world.market.set(Y, { ask: 1_000, bid: 100 });
    const first = { startMs: NOON, price: flat(1), ratio: flat(1.01) };
    expect(await world.tape.latestSpread(X, Y)).toEqual(first);
    expect(await world.tape.spreadMinutes(X, Y, TODAY)).toEqual([first]);
    expect(await world.tape.spreadMinutes(Y, X, TODAY)).toEqual([
      { startMs: NOON, price: flat(999), ratio: flat(1_000) },
    ]);
    await world.clock.advance(7_210_000);
    await world.tape.flush();
    world.market.set(X, { ask: 103, bid: 1 });
    const minutes = await world.tape.spreadMinutes(X, Y, TODAY);
    expect(minutes).toHaveLength(121);
    expect(minutes[120]).toMatchObject({ startMs: NOON + 7_200_000, price: { open: 1, high: 3, low: 1, close: 3 } });
    await world.clock.advance(100);
    world.market.set(X, { ask: 100, bid: 1 });
    const later = await world.tape.spreadMinutes(X, Y, TODAY);
    expect(later.slice(0, 120)).toEqual(minutes.slice(0, 120));
    expect(later[120]).toMatchObject({ price: { open: 1, high: 3, low: 0, close: 0 } });
    expect(await world.tape.latestSpread(X, Y)).toEqual(later[120]);
  });

  test("are absent where the recorder was off, and for days that have not come", async () => {
    world.market.set(X, { ask: 101, bid: 1 });
    world.market.set(Y, { ask: 200, bid: 100 });
    await world.clock.advance(1_000);
    await world.again({}, NOON + 600_000);
    world.market.set(X, { ask: 102, bid: 1 });
    world.market.set(Y, { ask: 200, bid: 100 });
    const minutes = await world.tape.spreadMinutes(X, Y, TODAY);
    expect(minutes.map(({ startMs, price }) => [startMs - NOON, price.close])).toEqual([
      [0, 1],
      [600_000, 2],
    ]);
    expect(await world.tape.spreadMinutes(X, Y, "2026-03-03")).toEqual([]);
  });

  test("that another process has written late are there within ten minutes, also while they are asked for all the time", async () => {
    const reader = openTape({
      ...TAPE_OPTIONS,
      flushSeconds: 10,
      dataDir: world.folder,
      market: undefined,
      clock: world.clock,
    });
    onTestFinished(() => reader.stop());
    world.market.set(X, { ask: 101, bid: 1 });
    world.market.set(Y, { ask: 200, bid: 100 });
    await world.clock.advance(120_000);
    expect(await reader.spreadMinutes(X, Y, TODAY)).toEqual([]);
    await world.tape.flush();
    for (let time = 0; time < 6; time++) {
      await world.clock.advance(120_000);
      await reader.spreadMinutes(X, Y, TODAY);
    }
    const [first] = await reader.spreadMinutes(X, Y, TODAY);
    expect(first).toEqual({ startMs: NOON, price: flat(1), ratio: flat(1.01) });
  });
});

function flat(value: number): { open: number; high: number; low: number; close: number } {
  return { open: value, high: value, low: value, close: value };
}
