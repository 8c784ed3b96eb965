import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { hasRedis, startRedis, type TestRedis } from "../../../test/support/redis.ts";
import { closeRedis, openRedis } from "../bus/redis.ts";
import { createLog } from "../log/log.ts";
import { openReplayWindow, replayWindow } from "./replay-window.ts";

const OPTIONS = { size: 10, idleSeconds: 600 };
const log = createLog({ level: "info", format: "json", stream: { write: () => undefined } });
const mark = (number: number): string => String(number).padStart(6, "0");
const marks = (from: number, count: number): string[] =>
  Array.from({ length: count }, (_, index) => mark(from + index));

describe.skipIf(!hasRedis)("in Redis", () => {
  let server: TestRedis;
  beforeAll(async () => {
    server = await startRedis();
  });
  afterAll(() => server.stop());

  async function open(options = OPTIONS) {
    const redis = openRedis(server.url, log);
    onTestFinished(() => closeRedis(redis));
    await once(redis, "ready");
    return { redis, window: replayWindow(redis, options) };
  }

  test("a mark passes once, for all callers together", async () => {
    const [{ window: here }, { window: there }] = await Promise.all([open(), open()]);
    const name = randomUUID();
    const verdicts = await Promise.all(
      [1, 2, 3, 4].map((turn) => (turn % 2 ? here : there).use(name, mark(5), mark(0))),
    );
    expect(verdicts.toSorted()).toEqual(["fresh", "used", "used", "used"]);
  });

  test("any order of the highest passes, and what is below them is refused", async () => {
    const { window } = await open();
    const name = randomUUID();
    for (const each of [...marks(11, 10), ...marks(1, 10).toReversed()]) await window.use(name, each, mark(0));
    const other = randomUUID();
    for (const each of marks(1, 10).toReversed()) expect(await window.use(other, each, mark(0))).toBe("fresh");
    expect(await window.use(other, mark(11))).toBe("fresh");
    expect(await window.use(other, mark(1))).toBe("low");
    expect(await window.use(name, mark(10))).not.toBe("fresh");
    expect(await window.use(name, mark(15))).toBe("used");
  });

  test("a window begins above its floor, and a later floor changes nothing", async () => {
    const { window } = await open();
    const name = randomUUID();
    expect(await window.use(name, mark(50))).toBe("unknown");
    expect(await window.use(name, mark(50), mark(50))).not.toBe("fresh");
    expect(await window.use(name, mark(49))).toBe("low");
    expect(await window.use(name, mark(51), mark(90))).toBe("fresh");
  });

  test("a window that is idle is forgotten", async () => {
    const { window, redis } = await open();
    const name = randomUUID();
    await window.use(name, mark(1), mark(0));
    const [key = ""] = await redis.keys(`*${name}`);
    expect(await redis.ttl(key)).toBeGreaterThan(OPTIONS.idleSeconds - 60);
    await redis.del(key);
    expect(await window.use(name, mark(2))).toBe("unknown");
  });

  test("fails while Redis is away, and does not trust a restarted server", async () => {
    const { window, redis } = await open();
    const name = randomUUID();
    await window.use(name, mark(1), mark(0));
    const [key = ""] = await redis.keys(`*${name}`);
    await server.pause();
    await expect(window.use(name, mark(2))).rejects.toThrow(/closed|connection|writeable|timed out/i);
    const ready = new Promise((resolve) => redis.once("ready", resolve));
    await server.resume();
    await ready;
    // As if it had come back with a part of what it held.
    await redis.zadd(key, 0, mark(0));
    expect(await window.use(name, mark(1))).toBe("unknown");
    expect(await window.use(name, mark(3), mark(2))).toBe("fresh");
  });

  test("opens a connection of its own", async () => {
    const window = openReplayWindow(server.url, log, OPTIONS);
    onTestFinished(() => window.close());
    await expect.poll(() => window.use("own", mark(1), mark(0)).catch(() => "not yet")).toMatch(/fresh|used/);
  });
});

test("an invalid address of Redis is refused", () => {
  expect(() => openReplayWindow("http://localhost", log, OPTIONS)).toThrow(/redis:/);
});
