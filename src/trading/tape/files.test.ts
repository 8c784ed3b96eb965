/** The files of the tape over time, and when they cannot be written. */
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { manualClock } from "../../../test/support/manual-clock.ts";
import { tapeWorld, type TapeWorld } from "../../../test/support/tape-world.ts";
import { createMetrics } from "../../kit/metrics/metrics.ts";
import { fromMillis } from "../../kit/time/instant.ts";
import { tapeMetrics } from "./metrics.ts";

const NOON = Date.parse("2026-03-02T12:00:00Z");
const DAY = 86_400_000;
const [X, Y] = ["alpha-btcusdt", "beta-btcusdt"];
const TODAY = "2026-03-02";

let world: TapeWorld;

beforeEach(async () => {
  world = await tapeWorld([X, Y], NOON);
});

afterEach(() => world.close());

describe("files", () => {
  const names = async (of: string): Promise<string[]> =>
    (await readdir(join(world.folder, "tape", of), { recursive: true })).filter((name) => name.endsWith(".parquet"));

  test("of many flushes become few, of a day that is over one for each code, and say the same", async () => {
    for (let flush = 0; flush < 40; flush++) {
      await world.clock.advance(20_000);
      world.market.set(X, { bid: 1, ask: 100 + flush });
      world.market.set(Y, { bid: 1, ask: 200 + flush });
      world.market.trade(X, { price: 100 + flush });
      await world.tape.flush();
      await world.tape.maintain();
    }
    const [before, other, minutes] = [
      await world.tops(X),
      await world.tops(Y),
      await world.tape.candles(X, "1m", NOON, NOON + DAY),
    ];
    expect(before.length).toBeGreaterThanOrEqual(40);
    // Of each exchange one of 32 flushes, and those that have come since then.
    expect(await names("pending/tops")).toHaveLength(2 * (1 + 40 - 32));
    await world.again({}, NOON + 2 * DAY);
    await world.tape.maintain();
    const settled = await names("tops");
    expect(settled.filter((name) => name.includes(`code=${X}/day=${TODAY}/day-`))).toHaveLength(1);
    expect((await world.tops(X)).slice(0, before.length)).toEqual(before);
    expect((await world.tops(Y)).slice(0, other.length)).toEqual(other);
    expect(await world.tape.candles(X, "1m", NOON, NOON + DAY)).toEqual(minutes);
    expect(world.log.entries.filter(({ level }) => level !== "info")).toEqual([]);
  });

  test("are written again for calls that come while a flush runs, since it may have taken its rows before", async () => {
    let looks = 0;
    let release = (): void => undefined;
    const gate = new Promise<void>((resolve) => (release = resolve));
    // Each flush looks at the disk once.
    const freeBytes = async (): Promise<number> => {
      looks++;
      await gate;
      return Number.MAX_SAFE_INTEGER;
    };
    await world.again({ freeBytes });
    world.market.set(X, { bid: 1, ask: 100 });
    const running = world.tape.flush();
    const later = [world.tape.flush(), world.tape.flush()];
    release();
    expect(await Promise.all([running, ...later])).toEqual([true, true, true]);
    expect(looks).toBe(2);
  });

  test("are dealt with by each run, though an earlier run is still in progress", async () => {
    world.market.set(X, { bid: 1, ask: 100 });
    await world.tape.flush();
    let now = NOON + DAY / 2 + 1_000;
    await world.again({ clock: { ...manualClock(now), now: () => fromMillis(now) } }, now);
    const early = world.tape.maintain();
    now += DAY;
    await world.tape.maintain();
    expect(await names("pending/tops")).toEqual([]);
    expect(await names("tops")).toHaveLength(1);
    await early;
  });

  test("that a crash has left beside what replaces them count once, and go", async () => {
    world.market.set(X, { bid: 1, ask: 100 });
    await world.tape.flush();
    const pending = join(world.folder, "tape", "pending", "tops", "exchange=alpha", `day=${TODAY}`);
    const [name = ""] = await readdir(pending);
    const kept = await readFile(join(pending, name));
    await world.again({}, NOON + 2 * DAY);
    await world.tape.maintain();
    expect(await readdir(pending).catch(() => [])).toEqual([]);
    await mkdir(pending, { recursive: true });
    await writeFile(join(pending, name), kept);
    expect((await world.tops(X)).filter(([at]) => at === 0)).toHaveLength(1);
    await world.tape.maintain();
    expect(await readdir(pending).catch(() => [])).toEqual([]);
  });

  test("that were half written when a process was killed are removed, those of living processes are not", async () => {
    const writing = join(world.folder, "tape", "writing");
    await mkdir(writing, { recursive: true });
    await writeFile(join(writing, "4194305-1"), "half");
    await writeFile(join(writing, `${process.ppid}-1`), "of another");
    world.market.set(X, { bid: 1, ask: 100 });
    await world.tape.flush();
    expect(await readdir(writing)).toEqual([`${process.ppid}-1`]);
  });

  test("that are older than is kept go", async () => {
    world.market.set(X, { bid: 1, ask: 100 });
    world.market.trade(X, { price: 5 });
    await world.again({ retention: { tops: 2, trades: 0, candles: 0 } }, NOON + DAY);
    await world.tape.maintain();
    expect(await world.tops(X)).not.toEqual([]);
    await world.again({ retention: { tops: 2, trades: 0, candles: 0 } }, NOON + 3 * DAY);
    await world.tape.maintain();
    expect(await world.tops(X)).toEqual([]);
    expect((await world.tape.candles(X, "1m", NOON, NOON + 1)).count).toBe(1);
  });

  test("that are older than is kept stay when they were imported", async () => {
    world.market.set(X, { bid: 1, ask: 100 });
    await world.again({}, NOON + 2 * DAY);
    await world.tape.maintain();
    const day = join(world.folder, "tape", "tops", "exchange=alpha", `code=${X}`, `day=${TODAY}`);
    const [name = ""] = await readdir(day);
    await copyFile(join(day, name), join(day, name.replace("day-", "import-")));
    await world.again({ retention: { tops: 1, trades: 0, candles: 0 } }, NOON + 2 * DAY);
    await world.tape.maintain();
    expect(await readdir(day)).toEqual([name.replace("day-", "import-")]);
    expect((await world.tops(X)).map(([at]) => at)).toContain(0);
  });

  test("of what is known say from when to when it reaches", async () => {
    world.market.set(X, { bid: 1, ask: 100 });
    world.market.trade(Y, { price: 5 });
    await world.tape.flush();
    expect(await world.tape.availability()).toEqual([
      { code: X, kinds: { tops: [{ firstMs: NOON, lastMs: NOON }] } },
      { code: Y, kinds: { trades: [{ firstMs: NOON, lastMs: NOON }] } },
    ]);
    await world.clock.advance(1_000);
    await world.again({}, NOON + 2 * DAY);
    await world.tape.maintain();
    expect((await world.tape.availability())[0]).toEqual({
      code: X,
      kinds: { tops: [{ firstMs: NOON, lastMs: NOON + 1_000 }] },
    });
  });
});

describe("recording", () => {
  test("pauses while there is little room on the disk", async () => {
    let free = 5_000_000_000;
    await world.again({ minimumFreeMegabytes: 1_000, freeBytes: () => Promise.resolve(free) });
    world.market.set(X, { bid: 1, ask: 2 });
    await world.tape.flush();
    free = 1_000;
    expect(await world.tape.flush()).toBe(false);
    expect(world.tape.status()).toMatchObject({ recording: "paused" });
    world.market.set(X, { bid: 1, ask: 3 });
    expect(world.tape.status()).toMatchObject({ skippedRows: 1, waitingRows: 0 });
    const metrics = createMetrics({ process: false });
    tapeMetrics(metrics, world.tape);
    expect((await metrics.text()).split("\n").filter((line) => /^tripod.* [^0]/.test(line))).toEqual([
      'tripod_tape_recording{state="paused"} 1',
      "tripod_tape_skipped_rows 1",
      `tripod_tape_flushed_seconds ${NOON / 1_000}`,
    ]);
    free = 5_000_000_000;
    await world.clock.advance(10);
    await world.tape.flush();
    await world.clock.advance(1_000);
    expect((await world.tops(X)).map(([, , , ask]) => ask)).toEqual([2, 3]);
    expect(world.log.entries).toContainEqual(expect.objectContaining({ level: "warn" }));
  });

  /** Rows with the asks 2 and 3, between which a flush fails when it has taken the first. */
  async function failBetween(): Promise<void> {
    await world.tape.flush();
    world.market.set(X, { bid: 1, ask: 2 });
    const inTheWay = join(world.folder, "tape", "writing");
    await writeFile(inTheWay, "in the way");
    expect(await world.tape.flush()).toBe(false);
    await world.clock.advance(5);
    world.market.set(X, { bid: 1, ask: 3 });
    await world.clock.advance(5);
    await rm(inTheWay);
  }

  test("goes on when a flush fails, and loses nothing", async () => {
    await failBetween();
    expect(await world.tape.flush()).toBe(true);
    expect((await world.tops(X)).map(([, , , ask]) => ask)).toEqual([2, 3]);
    expect(world.tape.status()).toMatchObject({ failedFlushes: 1, waitingRows: 0 });
  });

  test("loses nothing when it stops after a flush has failed", async () => {
    await failBetween();
    await world.again({}, NOON + 1_000);
    expect((await world.tops(X)).map(([, , , ask]) => ask)).toEqual([2, 3, 0]);
  });

  test("says how many rows are lost when it stops and cannot write", async () => {
    world.market.set(X, { bid: 1, ask: 2 });
    await writeFile(join(world.folder, "tape"), "in the way");
    const { log } = world;
    await world.tape.stop();
    expect(log.entries.at(-1)).toMatchObject({ level: "error", fields: { waitingRows: 1 } });
  });
});
