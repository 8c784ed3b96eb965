/**
 * Redis is a convenience: while it is away every operation of every service is answered as before, and requests are counted
 * by each process for itself. When it is back, they are counted together again.
 */
import { Redis } from "ioredis";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { migrateJobs } from "../../src/kit/jobs/job-runner.ts";
import { openLimiter } from "../../src/kit/limits/open-limiter.ts";
import { systemClock } from "../../src/kit/time/clock.ts";
import { testDatabase } from "../support/database.ts";
import { playersExamples, registryExamples, replayExamples, tradingExamples } from "../support/example-worlds.ts";
import { silentLog } from "../../src/kit/log/log.ts";
import { hasRedis, startRedis, type TestRedis } from "../support/redis.ts";
import { waitUntil } from "../support/wait-until.ts";

const SERVICES = [
  ["registry", registryExamples],
  ["players", playersExamples],
  ["trading", tradingExamples],
] as const;

describe.skipIf(!hasRedis)("a service whose Redis is killed while it runs", () => {
  let redis: TestRedis;
  beforeAll(async () => {
    redis = await startRedis();
  });
  afterAll(() => redis.stop());

  /** What is counted in Redis now. */
  async function counted(): Promise<number> {
    const client = new Redis(redis.url);
    try {
      return (await client.keys("tripod:limit*")).length;
    } finally {
      client.disconnect();
    }
  }

  test.each(SERVICES)(
    "answers as before without it, and counts in it again when it is back: %s",
    async (room, open) => {
      const database = await testDatabase({ rooms: ["kit", room] });
      await migrateJobs(database.connection);
      const limiter = openLimiter(redis.url, systemClock(), silentLog());
      onTestFinished(() => limiter.close());
      const world = await open(database, { redisUrl: redis.url, limiter });
      const replayed = async (): Promise<void> => {
        const { problems, away, limited } = await replayExamples(world);
        expect({ problems, away: [...away], limited }).toEqual({ problems: [], away: [], limited: [] });
      };
      await replayed();
      expect(await counted()).toBeGreaterThan(0);
      await redis.pause();
      await replayed();
      await redis.resume();
      expect(await counted()).toBe(0);
      await waitUntil(async () => {
        await replayed();
        expect(await counted()).toBeGreaterThan(0);
      });
    },
  );
});
