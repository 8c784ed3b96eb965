import { once } from "node:events";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { accessProcess, addKey } from "../../../test/support/access-world.ts";
import { testDatabase } from "../../../test/support/database.ts";
import { keptLog } from "../../../test/support/kept-log.ts";
import { manualClock } from "../../../test/support/manual-clock.ts";
import { hasRedis, startRedis, type TestRedis } from "../../../test/support/redis.ts";
import { closeRedis, openRedis } from "../../kit/bus/redis.ts";
import { systemIds } from "../../kit/ids/ids.ts";
import { replayWindow, type ReplayWindow } from "../../kit/limits/replay-window.ts";
import { createLog } from "../../kit/log/log.ts";
import { fromMillis } from "../../kit/time/instant.ts";
import { nonceAfter, nonceAt, type Nonce } from "./core/nonce.ts";
import { WINDOW_SIZE } from "./core/nonce-window.ts";
import { AHEAD_MS } from "./nonce-windows.ts";
import { OwnNonceWindows } from "./own-windows.ts";
import { SharedNonceWindows } from "./shared-windows.ts";
import { nonceMarks } from "./sql/nonce-marks.ts";

const log = createLog({ level: "info", format: "json", stream: { write: () => undefined } });
const { db } = await testDatabase({ rooms: ["kit", "trading"] });
const marks = nonceMarks(db);
const BASE = nonceAt(fromMillis(1_700_000_000_000));

const newKey = async (): Promise<number> => (await addKey(db, accessProcess(db))).apiKey.id;
/** This many nonces, 10 milliseconds apart. */
const nonces = (count: number, fromMs = 0): Nonce[] =>
  Array.from({ length: count }, (_, index) => nonceAfter(BASE, fromMs + index * 10));

/** Ends the time for which windows stay where they were put. */
async function letWindowsMove(): Promise<void> {
  await db.execute({
    name: "test.letWindowsMove",
    text: `update trading.nonce_marks set window_begun_at = window_begun_at - interval '1 minute',
      database_until = database_until - interval '1 minute'`,
  });
}

async function recordedCount(keyId: number): Promise<number> {
  const rows = await db.query({
    name: "test.usedNonces",
    text: "select from trading.used_nonces where key_id = $1",
    values: [keyId],
  });
  return rows.length;
}

describe.skipIf(!hasRedis)("with Redis", () => {
  let server: TestRedis;
  let other: TestRedis;
  beforeAll(async () => {
    [server, other] = await Promise.all([startRedis(), startRedis()]);
  });
  afterAll(() => Promise.all([server.stop(), other.stop()]));

  async function replayOf({ url }: TestRedis) {
    const redis = openRedis(url, log);
    onTestFinished(() => closeRedis(redis));
    await once(redis, "ready");
    return { redis, replay: replayWindow(redis, { size: WINDOW_SIZE, idleSeconds: 3600 }) };
  }

  /** A process whose way to Redis can be cut. */
  async function open(reached: TestRedis = server) {
    const { redis, replay } = await replayOf(reached);
    const way = { isOpen: true };
    const cut = async <Result>(work: () => Promise<Result>): Promise<Result> => {
      if (!way.isOpen) throw new Error("the way to Redis is cut");
      return work();
    };
    const reaching: ReplayWindow = {
      use: (name, mark, floor) => cut(() => replay.use(name, mark, floor)),
      answers: () => cut(() => replay.answers()).catch(() => false),
      close: () => undefined,
    };
    const clock = manualClock();
    const kept = keptLog();
    const windows = new SharedNonceWindows({ marks, replay: reaching, clock, ids: systemIds(), log: kept });
    windows.start();
    onTestFinished(() => windows.stop());
    const use = (nonce: Nonce, keyId: number): Promise<string> =>
      windows.use(keyId, nonce).catch((error: unknown) => String((error as { status?: number }).status));
    /** Lets time pass until it has found that Redis is back, if it noticed the outage at all. */
    const untilBack = () =>
      expect
        .poll(() => clock.advance(1_000).then(() => String(kept.entries.at(-1)?.message)))
        .not.toMatch(/^Redis does not answer/);
    return { windows, redis, way, use, untilBack };
  }

  test("200 requests that two processes share all pass, and each of them once", async () => {
    const keyId = await newKey();
    const [{ windows: one }, { windows: two }] = await Promise.all([open(), open()]);
    const use = (nonce: Nonce, index: number) => (index % 2 ? one : two).use(keyId, nonce);
    const given = nonces(200).toReversed();
    expect(new Set(await Promise.all(given.map(use)))).toEqual(new Set(["fresh"]));
    const again = await Promise.all(given.toReversed().map(use));
    expect(again).not.toContain("fresh");
  });

  test("what was used is refused by a process that starts later", async () => {
    const keyId = await newKey();
    const { windows: before } = await open();
    for (const nonce of nonces(50)) await before.use(keyId, nonce);
    const { windows: after } = await open();
    for (const nonce of nonces(50)) expect(await after.use(keyId, nonce)).toBe("used");
    expect(await after.use(keyId, nonceAfter(BASE, 500))).toBe("fresh");
  });

  test("when Redis loses what it held, nothing that was used passes, and what comes later does", async () => {
    const keyId = await newKey();
    const { use, redis } = await open();
    const given = nonces(150);
    for (const nonce of given) await use(nonce, keyId);
    await redis.flushall();
    for (const nonce of given) expect(await use(nonce, keyId)).not.toBe("fresh");
    expect(await use(nonceAfter(BASE, 1500 + AHEAD_MS * 2), keyId)).toBe("fresh");
  });

  test("while Redis is away requests pass, each once, in all processes and in any order", async () => {
    const keyId = await newKey();
    const [one, two] = await Promise.all([open(), open()]);
    const before = nonces(20);
    for (const nonce of before) await one.use(nonce, keyId);
    await server.pause();
    const later = nonces(200, 60_000).toReversed();
    const use = (nonce: Nonce, index: number) => (index % 2 ? one : two).use(nonce, keyId);
    expect(new Set(await Promise.all(later.map(use)))).toEqual(new Set(["fresh"]));
    const again = [...before, ...later].flatMap((nonce) => [one.use(nonce, keyId), two.use(nonce, keyId)]);
    expect(await Promise.all(again)).not.toContain("fresh");

    await server.resume();
    await Promise.all([one.untilBack(), two.untilBack()]);
    await letWindowsMove();
    const back = nonces(100, 120_000);
    expect(new Set(await Promise.all(back.slice(0, 1).map(use)))).toEqual(new Set(["fresh"]));
    expect(await recordedCount(keyId)).toBe(0);
    expect(new Set(await Promise.all(back.slice(1).map(use)))).toEqual(new Set(["fresh"]));
    for (const nonce of [...before, ...later, ...back]) expect(await two.use(nonce, keyId)).not.toBe("fresh");
  });

  test("a nonce that may not have been used before Redis went away is put off, and not blamed on the caller", async () => {
    const keyId = await newKey();
    const { use, way } = await open();
    const [first = BASE, second = BASE] = nonces(2);
    await use(first, keyId);
    way.isOpen = false;
    expect(await use(second, keyId)).toBe("503");
    expect(await use(nonceAfter(BASE, -60_000), keyId)).toBe("low");
    expect(await use(nonceAfter(first, AHEAD_MS + 1), keyId)).toBe("fresh");
  });

  test("processes that do not agree whether Redis is there settle in the database, and then refuse nothing", async () => {
    const keyId = await newKey();
    const [reaching, cutOff] = await Promise.all([open(), open()]);
    cutOff.way.isOpen = false;
    await reaching.use(BASE, keyId);
    await cutOff.use(nonceAfter(BASE, 5_000), keyId);
    const given = nonces(100, 60_000);
    const verdicts: string[] = [];
    for (const [at, nonce] of given.entries()) verdicts.push(await (at % 2 ? reaching : cutOff).use(nonce, keyId));
    expect(new Set(verdicts)).toEqual(new Set(["fresh"]));
    for (const nonce of given) {
      expect(await reaching.use(nonce, keyId)).toBe("used");
      expect(await cutOff.use(nonce, keyId)).toBe("used");
    }
  });

  test("processes that reach different servers never accept a nonce twice, and settle in the database", async () => {
    const keyId = await newKey();
    const [one, two] = await Promise.all([open(server), open(other)]);
    const accepted: Nonce[] = [];
    const given = Array.from({ length: 60 }, (_, index) => nonceAfter(BASE, index * 700));
    for (const [at, nonce] of given.entries()) {
      for (const each of at % 3 ? [one, two] : [two, one]) {
        if ((await each.use(nonce, keyId)) === "fresh") accepted.push(nonce);
      }
    }
    expect(new Set(accepted).size).toBe(accepted.length);
    expect(accepted.slice(-40)).toEqual(given.slice(-40));
  });

  test("a running process remembers what a restored database has lost", async () => {
    const keyId = await newKey();
    const { use, redis } = await open();
    await use(BASE, keyId);
    const [before] = await db.query({
      name: "test.window",
      text: "select mark, window_name, window_begun_at::text from trading.nonce_marks where key_id = $1",
      values: [keyId],
    });
    await letWindowsMove();
    await redis.del(await redis.keys("tripod:replay:*"));
    const lost = nonces(20, 60_000);
    for (const nonce of lost) await use(nonce, keyId);
    expect(await use(lost[0] ?? BASE, keyId)).toBe("used");
    await db.execute({
      name: "test.goBack",
      text: "update trading.nonce_marks set mark = $2, window_name = $3, window_begun_at = $4 where key_id = $1",
      values: [keyId, ...Object.values(before ?? {})],
    });
    // A nonce above all marks makes it look into the database.
    expect(await use(nonceAfter(BASE, 90_000), keyId)).toBe("fresh");
    for (const nonce of lost) expect(await use(nonce, keyId)).not.toBe("fresh");
  });

  test("what is kept in the database stays bounded, and what was forgotten of it is refused", async () => {
    const keyId = await newKey();
    const { use, way } = await open();
    way.isOpen = false;
    const given = nonces(5_000);
    for (let from = 0; from < given.length; from += 250) {
      const verdicts = await Promise.all(given.slice(from, from + 250).map((nonce) => use(nonce, keyId)));
      expect(new Set(verdicts)).toEqual(new Set(["fresh"]));
    }
    expect(await recordedCount(keyId)).toBeLessThanOrEqual(2 * WINDOW_SIZE);
    const again = await Promise.all(given.map((nonce) => use(nonce, keyId)));
    expect(again).not.toContain("fresh");
  });

  test("no nonce passes twice, whatever processes think of Redis, and whatever it loses, in whatever order", async () => {
    const step = fc.oneof(
      { weight: 12, arbitrary: fc.record({ kind: fc.constant("use"), by: fc.nat(4), at: fc.nat(30) }) },
      { weight: 2, arbitrary: fc.record({ kind: fc.constant("turn"), by: fc.nat(3), at: fc.nat(3) }) },
      { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom("move", "flush"), by: fc.nat(1), at: fc.nat(0) }) },
    );
    const [first, second] = await Promise.all([replayOf(server), replayOf(other)]);
    const run = async (steps: readonly (readonly { kind: string; by: number; at: number }[])[]): Promise<void> => {
      const keyId = await newKey();
      const stops: (() => Promise<void>)[] = [];
      // The server that a process reaches: one or the other, none, or one whose answers are lost after it has acted.
      const ways = [0, 0, 1, 0];
      const shared = ways.map((_, index) => {
        const reach = async <Result>(ask: (replay: ReplayWindow) => Promise<Result>): Promise<Result> => {
          const way = ways[index] ?? 0;
          if (way === 2) throw new Error("away");
          const result = await ask(way === 1 ? second.replay : first.replay);
          if (way === 3) throw new Error("the answer is lost");
          return result;
        };
        const replay: ReplayWindow = {
          use: (name, mark, floor) => reach((to) => to.use(name, mark, floor)),
          answers: () => reach((to) => to.answers()).catch(() => false),
          close: () => undefined,
        };
        const clock = manualClock();
        const windows = new SharedNonceWindows({ marks, replay, clock, ids: systemIds(), log: keptLog() });
        windows.start();
        stops.push(() => windows.stop());
        return { windows, clock };
      });
      // One that was started without Redis in its settings.
      const own = new OwnNonceWindows({ marks, clock: manualClock(), log: keptLog() });
      stops.push(() => own.stop());
      const accepted: Nonce[] = [];
      const use = async (by: number, nonce: Nonce): Promise<void> => {
        const windows = shared[by]?.windows ?? own;
        const verdict = await Promise.resolve(windows.use(keyId, nonce)).catch(() => "refused");
        if (verdict === "fresh") accepted.push(nonce);
      };
      for (const [turn, together] of steps.entries()) {
        await Promise.all(
          together.map(async ({ kind, by, at }) => {
            if (kind === "use") await use(by, nonceAfter(BASE, (turn + at) * 200));
            if (kind === "turn") {
              ways[by] = at;
              await shared[by]?.clock.advance(1_000);
            }
            if (kind === "move") await letWindowsMove();
            if (kind === "flush") await (by ? second : first).redis.flushall();
          }),
        );
      }
      await Promise.all(stops.map((stop) => stop()));
      expect(accepted.toSorted()).toEqual([...new Set(accepted)].toSorted());
    };
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(step, { minLength: 1, maxLength: 6 }), { minLength: 20, maxLength: 60 }), run),
      { numRuns: 25 },
    );
  });

  test("after a stop nothing passes", async () => {
    const keyId = await newKey();
    const { windows } = await open();
    await windows.stop();
    await expect(windows.use(keyId, BASE)).rejects.toMatchObject({ status: 503 });
  });
});
