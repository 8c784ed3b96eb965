import { Type } from "typebox";
import { expect, test } from "vitest";
import { testDatabase } from "../../../test/support/database.ts";
import { formatInstant, plusMillis } from "../time/instant.ts";
import { systemClock } from "../time/clock.ts";
import { HOUR_MS } from "../time/spans.ts";
import { countJobs } from "./count-jobs.ts";
import { enqueue } from "./enqueue.ts";
import { job } from "./job.ts";
import { migrateJobs } from "./job-runner.ts";

const { db, connection } = await testDatabase({ rooms: ["kit"] });
await migrateJobs(connection);

const counted = job({
  name: "kit.counted",
  about: "Is counted.",
  input: Type.Object({}),
  retry: { maxAttempts: 2 },
  timeoutMs: 1_000,
  run: () => Promise.resolve(),
});

test("jobs are counted by state, with how long the oldest has waited", async () => {
  expect(await countJobs(db)).toEqual([]);
  const now = systemClock().now();
  await enqueue(db, counted, {}, { runAt: plusMillis(now, -HOUR_MS) });
  await enqueue(db, counted, {});
  await enqueue(db, counted, {}, { runAt: plusMillis(now, HOUR_MS) });
  expect(await countJobs(db)).toMatchObject([
    { job: "kit.counted", state: "due", count: 2 },
    { job: "kit.counted", state: "later", count: 1 },
  ]);
  const [due] = await countJobs(db);
  expect(due?.oldestSeconds).toBeGreaterThanOrEqual(3_600);
  await db.query({
    name: "test.giveUpJobs",
    text: `select graphile_worker.permanently_fail_jobs(array_agg(id), 'no more')::text from graphile_worker.jobs
      where run_at < $1`,
    values: [formatInstant(plusMillis(now, -HOUR_MS / 2))],
  });
  expect(await countJobs(db)).toMatchObject([
    { state: "due", count: 1 },
    { state: "given_up", count: 1 },
    { state: "later", count: 1 },
  ]);
});
