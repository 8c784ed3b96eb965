import { once } from "node:events";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { accessProcess, addKey } from "../../../test/support/access-world.ts";
import { testDatabase } from "../../../test/support/database.ts";
import { hasRedis, startRedis, type TestRedis } from "../../../test/support/redis.ts";
import { closeRedis, openRedis } from "../../kit/bus/redis.ts";
import { replayWindow } from "../../kit/limits/replay-window.ts";
import { createLog } from "../../kit/log/log.ts";
import { fromMillis } from "../../kit/time/instant.ts";
import { nonceAfter, nonceAt, type Nonce } from "./core/nonce.ts";
import { WINDOW_SIZE } from "./core/nonce-window.ts";
import { AHEAD_MS } from "./nonce-windows.ts";
import { SharedNonceWindows } from "./shared-windows.ts";
import { nonceMarks } from "./sql/nonce-marks.ts";

const log = createLog({ level: "info", format: "json", stream: { write: () => undefined } });
const { db } = await testDatabase({ rooms: ["kit", "trading"] });
const BASE = nonceAt(fromMillis(1_700_000_000_000));

const newKey = async (): Promise<number> => (await addKey(db, accessProcess(db))).apiKey.id;
/** So many nonces, 10 milliseconds apart. */
const nonces = (count: number, fromMs = 0): Nonce[] =>
  Array.from({ length: count }, (_, index) => nonceAfter(BASE, fromMs + index * 10));

describe.skipIf(!hasRedis)("with Redis", () => {
  let server: TestRedis;
  beforeAll(async () => {
    server = await startRedis();
  });
  afterAll(() => server.stop());

  async function open() {
    const redis = openRedis(server.url, log);
    onTestFinished(() => closeRedis(redis));
    await once(redis, "ready");
    const replay = replayWindow(redis, { size: WINDOW_SIZE, idleSeconds: 3600 });
    return { redis, windows: new SharedNonceWindows({ marks: nonceMarks(db), replay }) };
  }

  test("200 requests that two processes share all pass, and each of them once", async () => {
    const keyId = await newKey();
    const [{ windows: one }, { windows: other }] = await Promise.all([open(), open()]);
    const use = (nonce: Nonce, index: number) => (index % 2 ? one : other).use(keyId, nonce);
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
    const { windows, redis } = await open();
    const given = nonces(150);
    for (const nonce of given) await windows.use(keyId, nonce);
    await redis.flushall();
    for (const nonce of given) expect(await windows.use(keyId, nonce)).not.toBe("fresh");
    expect(await windows.use(keyId, nonceAfter(BASE, 1500 + AHEAD_MS * 2))).toBe("fresh");
  });

  test("while Redis is away nothing passes, and afterwards it goes on", async () => {
    const keyId = await newKey();
    const { windows, redis } = await open();
    const given = nonces(20);
    for (const nonce of given) await windows.use(keyId, nonce);
    await server.pause();
    const later = nonceAfter(BASE, 60_000);
    await expect(windows.use(keyId, later)).rejects.toMatchObject({ status: 503, code: "5000" });
    const ready = new Promise((resolve) => redis.once("ready", resolve));
    await server.resume();
    await ready;
    for (const nonce of given) expect(await windows.use(keyId, nonce)).not.toBe("fresh");
    expect(await windows.use(keyId, later)).toBe("fresh");
  });

  test("after a stop nothing passes", async () => {
    const keyId = await newKey();
    const { windows } = await open();
    await windows.stop();
    await expect(windows.use(keyId, BASE)).rejects.toMatchObject({ status: 503 });
  });
});
