import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { hasRedis, startRedis, type TestRedis } from "../../../test/support/redis.ts";
import { closeRedis, openRedis } from "../bus/redis.ts";
import { createLog } from "../log/log.ts";
import { systemClock, type Clock } from "../time/clock.ts";
import { fromMillis, plusMillis } from "../time/instant.ts";
import type { Limiter } from "./limiter.ts";
import { memoryLimiter } from "./memory-limiter.ts";
import { openLimiter } from "./open-limiter.ts";
import { redisLimiter } from "./redis-limiter.ts";
import { waitUntil } from "../../../test/support/wait-until.ts";

/** The promises of every limiter. `pass` lets seconds go by, truly or not. */
function contract(open: () => Promise<{ limiter: Limiter; pass: (seconds: number) => Promise<void> }>): void {
  const allowance = () => ({ key: `probe:${randomUUID()}`, requests: 3, windowSeconds: 2 });

  test("allows as many requests as the allowance says, then refuses until the window ends", async () => {
    const { limiter, pass } = await open();
    const given = allowance();
    const verdicts = [];
    for (let request = 0; request < 4; request++) verdicts.push(await limiter.consume(given));
    expect(verdicts.map(({ allowed, limit, remaining }) => ({ allowed, limit, remaining }))).toEqual([
      { allowed: true, limit: 3, remaining: 2 },
      { allowed: true, limit: 3, remaining: 1 },
      { allowed: true, limit: 3, remaining: 0 },
      { allowed: false, limit: 3, remaining: 0 },
    ]);
    expect(verdicts[0]).toMatchObject({ resetSeconds: 2, retryAfterSeconds: 0 });
    expect([1, 2]).toContain(verdicts[3]?.retryAfterSeconds);
    expect(verdicts[3]?.resetSeconds).toBe(verdicts[3]?.retryAfterSeconds);
    await pass(2);
    expect(await limiter.consume(given)).toMatchObject({ allowed: true, remaining: 2 });
  });

  test("a request may cost more than one, and a refused one counts too", async () => {
    const { limiter } = await open();
    const given = allowance();
    expect(await limiter.consume(given, 2)).toMatchObject({ allowed: true, remaining: 1 });
    expect(await limiter.consume(given, 2)).toMatchObject({ allowed: false, remaining: 0 });
    expect(await limiter.consume(given, 1)).toMatchObject({ allowed: false, remaining: 0 });
  });

  test("keys are apart, however long they are", async () => {
    const { limiter } = await open();
    const long = "k".repeat(5000);
    const given = { ...allowance(), requests: 1 };
    expect(await limiter.consume({ ...given, key: `${given.key}${long}1` })).toMatchObject({ allowed: true });
    expect(await limiter.consume({ ...given, key: `${given.key}${long}2` })).toMatchObject({ allowed: true });
    expect(await limiter.consume({ ...given, key: `${given.key}${long}1` })).toMatchObject({ allowed: false });
  });

  test("a banned key is refused whatever its allowance, until the ban ends or is lifted", async () => {
    const { limiter, pass } = await open();
    const given = { ...allowance(), requests: 1_000_000 };
    await limiter.consume(given);
    await limiter.blockFor(given.key, 3);
    const refused = await limiter.consume(given);
    expect(refused).toMatchObject({ allowed: false, remaining: 0 });
    expect([2, 3]).toContain(refused.retryAfterSeconds);
    await limiter.blockFor(given.key, 0);
    expect(await limiter.consume(given)).toMatchObject({ allowed: true, remaining: 999_999 });
    await limiter.blockFor(given.key, 1);
    expect(await limiter.consume(given)).toMatchObject({ allowed: false, retryAfterSeconds: 1 });
    await pass(1);
    expect(await limiter.consume(given)).toMatchObject({ allowed: true, remaining: 999_999 });
  });

  test("costs and bans without sense are refused", async () => {
    const { limiter } = await open();
    for (const cost of [0, -1, 1.5, Number.NaN]) {
      await expect((async () => limiter.consume(allowance(), cost))()).rejects.toThrow(/whole number/);
    }
    for (const seconds of [-1, 0.5, 1e9]) {
      await expect((async () => limiter.blockFor("a", seconds))()).rejects.toThrow(/31 days/);
    }
  });
}

function movedClock(): Clock & { pass(seconds: number): Promise<void> } {
  let now = fromMillis(1_700_000_000_000);
  return {
    ...systemClock(),
    now: () => now,
    async pass(seconds) {
      now = plusMillis(now, seconds * 1000);
    },
  };
}

describe("in memory", () => {
  contract(async () => {
    const clock = movedClock();
    return { limiter: memoryLimiter({ clock }), pass: (seconds) => clock.pass(seconds) };
  });

  /** Requests of the allowance of `requests` in a minute, by a key. */
  const crowd = (maxKeys: number) => {
    const clock = movedClock();
    const limiter = memoryLimiter({ clock, maxKeys });
    const ask = (key: string, requests = 1) => limiter.consume({ key, requests, windowSeconds: 60 }).allowed;
    return { clock, limiter, ask };
  };

  test("remembers a bounded number of keys; of those at their limit it forgets the oldest, and never a ban", () => {
    const { limiter, ask } = crowd(100);
    limiter.blockFor("banned", 60);
    for (let key = 0; key < 1000; key++) ask(`k${key}`);
    expect(ask("k999")).toBe(false);
    expect(ask("k900")).toBe(false);
    expect(ask("k899")).toBe(true);
    expect(ask("banned")).toBe(false);
  });

  test("a stranger with very many addresses does not give others, or themselves, their allowances back", () => {
    const { ask } = crowd(100);
    for (let request = 0; request < 10; request++) ask("throttled", 10);
    for (let request = 0; request < 8; request++) ask("half", 16);
    for (let key = 0; key < 10_000; key++) ask(`address${key}`, 10);
    expect(ask("throttled", 10)).toBe(false);
    for (let request = 0; request < 8; request++) expect(ask("half", 16)).toBe(true);
    expect(ask("half", 16)).toBe(false);
    // Who has used half of theirs takes the place of those who have used less.
    for (let key = 0; key < 200; key++) for (let request = 0; request < 5; request++) ask(`busy${key}`, 10);
    expect(ask("throttled", 10)).toBe(false);
  });

  test("what has ended makes room before what is open", () => {
    const { clock, ask } = crowd(100);
    for (let key = 0; key < 99; key++) ask(`former${key}`);
    void clock.pass(60);
    ask("open", 10);
    for (let key = 0; key < 99; key++) ask(`new${key}`, 10);
    for (let request = 0; request < 9; request++) expect(ask("open", 10)).toBe(true);
    expect(ask("open", 10)).toBe(false);
  });

  test("is what there is without an address of Redis", async () => {
    const limiter = openLimiter(undefined, movedClock(), keptLines().log);
    expect(limiter.consume({ key: "a", requests: 1, windowSeconds: 1 })).toMatchObject({ allowed: true });
    await limiter.close();
  });
});

function keptLines() {
  const lines: string[] = [];
  return { lines, log: createLog({ level: "info", format: "json", stream: { write: (line) => lines.push(line) } }) };
}

describe.skipIf(!hasRedis)("in Redis", () => {
  let server: TestRedis;
  beforeAll(async () => {
    server = await startRedis();
  });
  afterAll(() => server.stop());

  async function open() {
    const { lines, log } = keptLines();
    const redis = openRedis(server.url, log);
    onTestFinished(() => closeRedis(redis));
    await once(redis, "ready");
    const limiter = redisLimiter({ redis, clock: systemClock(), log });
    // Redis goes by its own time, so here it has to be waited for.
    const pass = async (seconds: number) => {
      const until = performance.now() + seconds * 1000;
      await waitUntil(() => expect(performance.now()).toBeGreaterThan(until));
    };
    return { limiter, pass, lines };
  }

  contract(open);

  test("two processes share one allowance and one ban", async () => {
    const [here, there] = [await open(), await open()];
    const given = { key: randomUUID(), requests: 1, windowSeconds: 60 };
    expect(await here.limiter.consume(given)).toMatchObject({ allowed: true });
    expect(await there.limiter.consume(given)).toMatchObject({ allowed: false });
    await here.limiter.blockFor("shared", 60);
    expect(await there.limiter.consume({ ...given, key: "shared" })).toMatchObject({ allowed: false });
  });

  test("without Redis each process counts for itself, bans stand, and that is logged once; then it goes on", async () => {
    const { limiter, lines } = await open();
    const given = { key: randomUUID(), requests: 2, windowSeconds: 60 };
    await limiter.blockFor("bad", 600);
    await server.pause();
    expect(await limiter.consume(given)).toMatchObject({ allowed: true, remaining: 1 });
    expect(await limiter.consume(given)).toMatchObject({ allowed: true, remaining: 0 });
    expect(await limiter.consume(given)).toMatchObject({ allowed: false });
    expect(await limiter.consume({ ...given, key: "bad" })).toMatchObject({ allowed: false });
    expect(lines.filter((line) => line.includes("by each process"))).toHaveLength(1);
    await server.resume();
    await waitUntil(async () => {
      await limiter.consume({ ...given, key: "other" });
      expect(lines.filter((line) => line.includes("together again"))).toHaveLength(1);
    });
    expect(await limiter.consume(given)).toMatchObject({ allowed: true, remaining: 1 });
  });

  test("starts without Redis too", async () => {
    await server.pause();
    const limiter = openLimiter(server.url, systemClock(), keptLines().log);
    onTestFinished(async () => {
      await limiter.close();
      await server.resume();
    });
    expect(await limiter.consume({ key: "a", requests: 1, windowSeconds: 1 })).toMatchObject({ allowed: true });
  });
});
