/** The pool, the feeds and the queue of jobs as an operator sees them. */
import { tmpdir } from "node:os";
import { expect, test } from "vitest";
import { testDatabase } from "../../test/support/database.ts";
import { keptLog } from "../../test/support/kept-log.ts";
import { manualClock } from "../../test/support/manual-clock.ts";
import { waitUntil } from "../../test/support/wait-until.ts";
import type { JobCount } from "../kit/jobs/count-jobs.ts";
import { createMetrics } from "../kit/metrics/metrics.ts";
import { ChangeFeed } from "../kit/sql/change-feed.ts";
import { FeedLags } from "../kit/sql/feed-lags.ts";
import { openDatabase } from "../kit/sql/pool.ts";
import { appendChanges } from "../kit/sql/outbox.ts";
import { addProcessMetrics, type WatchedProcess } from "./process-metrics.ts";

const { db, connection } = await testDatabase({ rooms: ["kit"] });

function reader(changes: Partial<WatchedProcess>) {
  const metrics = createMetrics({ process: false });
  addProcessMetrics(metrics, {
    version: "1.2.3",
    role: "worker",
    services: ["registry", "trading"],
    notReady: () => Promise.resolve([]),
    clock: { aheadMs: 250 },
    isRedisThere: () => undefined,
    pool: () => ({ total: 0, idle: 0, waiting: 0, limit: 0 }),
    feedLags: new FeedLags(),
    dataDir: tmpdir(),
    countJobs: () => Promise.resolve([]),
    jobs: new Set(["kit.known"]),
    ...changes,
  });
  return async (name: string): Promise<number | undefined> => {
    const line = (await metrics.text()).split("\n").find((each) => each.startsWith(`tripod_${name} `));
    return line === undefined ? undefined : Number(line.slice(line.lastIndexOf(" ")));
  };
}

test("the connections of a pool are counted, and what waits for one", async () => {
  const own = openDatabase({ connection, maxConnections: 1 });
  const read = reader({ pool: own.pool });
  try {
    expect(await read('database_connections{state="limit"}')).toBe(1);
    expect(await read('database_connections{state="busy"}')).toBe(0);
    let finish = (): void => undefined;
    const finished = new Promise<void>((resolve) => (finish = resolve));
    const busy = own.transaction(() => finished);
    await waitUntil(async () => expect(await read('database_connections{state="busy"}')).toBe(1));
    const waiting = own.query({ name: "test.waits", text: "select 1 as one" });
    await waitUntil(async () => expect(await read("database_waiting")).toBe(1));
    finish();
    await Promise.all([busy, waiting]);
    expect(await read("database_waiting")).toBe(0);
    expect(await read('database_connections{state="idle"}')).toBe(1);
  } finally {
    await own.close();
  }
});

test("a feed that cannot apply falls behind, and catches up", async () => {
  const clock = manualClock();
  const feed: ChangeFeed = new ChangeFeed({
    db,
    topics: ["lag"],
    clock,
    log: keptLog(),
    onLost: () => feed.position(),
  });
  const feedLags = new FeedLags();
  feedLags.add("lag", () => feed.lagMs());
  const read = reader({ feedLags });
  expect(await read('change_feed_lag_seconds{topic="lag"}')).toBe(0);
  let isBroken = true;
  feed.start(await feed.position(), () => (isBroken ? Promise.reject(new Error("no")) : Promise.resolve()));
  await db.transaction((tx) => appendChanges(tx, "test", "lag", [{}]));
  await waitUntil(async () => {
    await clock.advance(1_000);
    expect(await read('change_feed_lag_seconds{topic="lag"}')).toBeGreaterThan(20);
  });
  isBroken = false;
  await waitUntil(async () => {
    await clock.advance(10);
    expect(await read('change_feed_lag_seconds{topic="lag"}')).toBeLessThan(20);
  });
  await feed.stop();
});

test("jobs are counted under their own names, unknown ones together, and none keeps its line at 0", async () => {
  let counts: readonly JobCount[] = [];
  const read = reader({ countJobs: () => Promise.resolve(counts) });
  expect(await read('jobs_queued{job_name="kit.known",state="due"}')).toBe(0);
  expect(await read("jobs_oldest_due_seconds")).toBe(0);
  counts = [
    { job: "kit.known", state: "due", count: 3, oldestSeconds: 70 },
    { job: "kit.known", state: "later", count: 1, oldestSeconds: -60 },
    { job: "of another release", state: "given_up", count: 2, oldestSeconds: 9_000 },
    { job: "of a third one", state: "given_up", count: 1, oldestSeconds: 9_000 },
  ];
  expect(await read('jobs_queued{job_name="kit.known",state="due"}')).toBe(3);
  expect(await read('jobs_queued{job_name="other",state="given_up"}')).toBe(3);
  expect(await read("jobs_oldest_due_seconds")).toBe(70);
  counts = [];
  expect(await read('jobs_queued{job_name="kit.known",state="due"}')).toBe(0);
  expect(await read('jobs_queued{job_name="other",state="given_up"}')).toBeUndefined();
});

test("a process is not ready while something keeps it from serving, or does not say", async () => {
  let reasons: Promise<readonly string[]> = Promise.resolve([]);
  const read = reader({ notReady: () => reasons, isRedisThere: () => false });
  expect(await read("ready")).toBe(1);
  expect(await read("redis_connected")).toBe(0);
  expect(await read("database_clock_ahead_seconds")).toBe(0.25);
  expect(await read('info{version="1.2.3",role="worker",services="registry,trading"}')).toBe(1);
  reasons = Promise.resolve(["the database does not answer"]);
  expect(await read("ready")).toBe(0);
  reasons = new Promise(() => undefined);
  expect(await read("ready")).toBe(0);
});
