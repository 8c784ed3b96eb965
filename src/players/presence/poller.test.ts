import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { keptLog, type KeptLog } from "../../../test/support/kept-log.ts";
import { manualClock, type ManualClock } from "../../../test/support/manual-clock.ts";
import { toMillis } from "../../kit/time/instant.ts";
import type { SeenList } from "./core/presence-types.ts";
import { ServerPoller, type Observation, type ServerPollerOptions } from "./poller.ts";

const ANNA = { platformId: "76561198000000001", name: "annaplays" };
/** In the middle: neither early nor late. The first poll comes after half a second. */
const middle = { bytes: (length: number) => new Uint8Array(length).fill(0x80).fill(0, 1) };

let clock: ManualClock;
let log: KeptLog;
let taken: Observation[];
let poller: ServerPoller | undefined;
beforeEach(() => {
  clock = manualClock(0);
  log = keptLog();
  taken = [];
});
afterEach(() => poller?.stop());

function start(options: Partial<ServerPollerOptions>): ServerPoller {
  poller = new ServerPoller({
    server: "Island",
    poll: async () => ({ accounts: [ANNA] }),
    apply: async (observation) => void taken.push(observation),
    clock,
    log,
    random: middle,
    ...options,
  });
  poller.start();
  return poller;
}

const short = (observations: readonly Observation[]): string[] =>
  observations.map(({ kind, at }) => `${kind} ${toMillis(at) / 1_000}`);

describe("a poller", () => {
  test("hands on each list, every 15 seconds, with the time of its answer", async () => {
    start({});
    await clock.advance(31_000);
    expect(short(taken)).toEqual(["listed 0.5", "listed 15.5", "listed 30.5"]);
    expect(taken[0]).toMatchObject({ server: "Island", number: 1, accounts: [ANNA] });
  });

  test.each<[string, Uint8Array, number, number]>([
    ["a tenth earlier", new Uint8Array([0, 0]), 0, 13_500],
    ["almost a tenth later", new Uint8Array([255, 255]), 999.98, 16_499.95],
  ])("asks up to %s, so that servers are not all asked at once", async (_what, bytes, firstMs, restMs) => {
    start({ random: { bytes: () => bytes } });
    await clock.advance(firstMs + restMs + 1);
    expect(taken.map(({ at }) => toMillis(at))).toEqual([Math.floor(firstMs), Math.floor(firstMs + restMs)]);
  });

  test("asks a failing server less and less often, up to a minute apart, and reports that time passes", async () => {
    start({ poll: () => Promise.reject(new Error("connection refused")) });
    await clock.advance(181_000);
    expect(short(taken)).toEqual([
      "failed 0.5",
      "failed 15.5",
      "tick 30.5",
      "failed 45.5",
      "tick 60.5",
      "tick 75.5",
      "tick 90.5",
      "failed 105.5",
      "tick 120.5",
      "tick 135.5",
      "tick 150.5",
      "failed 165.5",
      "tick 180.5",
    ]);
    expect(log.entries.map(({ level, message }) => [level, message])).toEqual([
      ["warn", "Island could not be polled; it is asked again"],
    ]);
  });

  test("asks as often as before once the server answers, and says so", async () => {
    let polls = 0;
    start({
      poll: async () => {
        polls++;
        if (polls <= 2) throw new Error("connection refused");
        return { accounts: [] };
      },
    });
    await clock.advance(61_000);
    expect(short(taken)).toEqual(["failed 0.5", "failed 15.5", "tick 30.5", "listed 45.5", "listed 60.5"]);
    expect(log.entries.map(({ message }) => message).at(-1)).toBe("Island answers again");
  });

  test("gives a poll ten seconds; one that goes on all the same is not joined by another", async () => {
    let running = 0;
    let polls = 0;
    const signals: AbortSignal[] = [];
    let finish: ((list: SeenList) => void) | undefined;
    start({
      poll: (signal) => {
        running++;
        polls++;
        signals.push(signal);
        return new Promise<SeenList>((resolve) => (finish = resolve)).finally(() => running--);
      },
    });
    await clock.advance(10_500);
    expect(short(taken)).toEqual(["failed 10.5"]);
    expect([polls, running, signals[0]?.aborted]).toEqual([1, 1, true]);
    await clock.advance(60_000);
    expect([polls, running]).toEqual([1, 1]);
    finish?.({ accounts: [ANNA] });
    await clock.advance(60_000);
    expect(polls).toBe(2);
    expect(taken.every(({ kind }) => kind !== "listed")).toBe(true);
    finish?.({ accounts: [] });
  });

  test.each<[string, Partial<ServerPollerOptions>, number]>([
    ["before its first poll", {}, 0],
    ["during a poll that does not heed its signal", { poll: () => new Promise(() => undefined) }, 1_000],
    ["between polls", {}, 5_000],
    ["during a backoff", { poll: () => Promise.reject(new Error("no")) }, 50_000],
    ["while nothing is stored", { apply: () => Promise.reject(new Error("no")) }, 50_000],
  ])("stops at once %s, and leaves nothing behind", async (_when, options, ms) => {
    const stopped = start(options);
    await clock.advance(ms);
    const before = taken.length;
    await stopped.stop();
    await clock.advance(100_000);
    expect([taken.length, clock.pending]).toEqual([before, 0]);
  });

  test("stops after the observation that is being stored", async () => {
    let stored: (() => void) | undefined;
    const stopping = start({ apply: () => new Promise((resolve) => (stored = resolve)) });
    await clock.advance(1_000);
    let isOver = false;
    const stop = stopping.stop().then(() => (isOver = true));
    await clock.advance(0);
    expect(isOver).toBe(false);
    stored?.();
    await stop;
  });
});

describe("while nothing can be stored", () => {
  test("lists are kept and polling goes on; all arrive, once, in order", async () => {
    let isAway = true;
    let calls = 0;
    start({
      apply: async (observation) => {
        calls++;
        if (isAway) throw new Error("the database is away");
        taken.push(observation);
      },
    });
    await clock.advance(61_000);
    expect([taken.length, calls]).toEqual([0, 5]);
    isAway = false;
    await clock.advance(15_000);
    expect(short(taken)).toEqual([0.5, 15.5, 30.5, 45.5, 60.5, 75.5].map((second) => `listed ${second}`));
    expect(log.entries.map(({ level, message }) => [level, message])).toEqual([
      ["warn", "what was seen on Island waits to be stored"],
      ["info", "what was seen on Island is stored again"],
    ]);
  });

  test("at most 40 lists are kept, and then polling waits", async () => {
    let polls = 0;
    let isAway = true;
    start({
      poll: async () => {
        polls++;
        return { accounts: [] };
      },
      apply: async (observation) => {
        if (isAway) throw new Error("the database is away");
        taken.push(observation);
      },
    });
    await clock.advance(3_600_000);
    expect(polls).toBe(40);
    isAway = false;
    await clock.advance(30_000);
    expect(polls).toBe(41);
    expect(taken.map(({ number }) => number)).toEqual(Array.from({ length: 41 }, (_, index) => index + 1));
  });

  test("that time passes is not kept: it is said again anyway", async () => {
    let isAway = true;
    start({
      poll: () => Promise.reject(new Error("connection refused")),
      apply: async (observation) => {
        if (isAway) throw new Error("the database is away");
        taken.push(observation);
      },
    });
    await clock.advance(60_000);
    isAway = false;
    await clock.advance(15_000);
    expect(short(taken)).toEqual(["tick 60.5"]);
  });
});
