import { setTimeout as delay } from "node:timers/promises";
import { Type } from "typebox";
import { afterAll, beforeAll, expect, test } from "vitest";
import { keptLog } from "../../../test/support/kept-log.ts";
import { testDatabase } from "../../../test/support/database.ts";
import { enqueue } from "./enqueue.ts";
import { job } from "./job.ts";
import { jobRunner, migrateJobs, type JobRunner } from "./job-runner.ts";

const { db, connection } = await testDatabase({ rooms: ["kit"] });
const log = keptLog();
const ran: string[] = [];
const said = () =>
  log.entries.map(({ message, fields }) => `${message}: ${(fields["err"] as Error).message}`).join("; ");

const note = job({
  name: "test.note",
  about: "Notes a word.",
  input: Type.Object({ word: Type.String() }),
  retry: { maxAttempts: 2 },
  timeoutMs: 300,
  async run(_deps: { readonly name: string }, { word }, { attempt, signal }) {
    ran.push(`${word} ${attempt}`);
    if (word === "once" && attempt === 1) throw new Error("not the first time");
    if (word === "slow") await delay(60_000, undefined, { signal });
  },
});

let runner: JobRunner;
beforeAll(async () => {
  await migrateJobs(connection);
  await migrateJobs(connection);
  runner = jobRunner({ connection, jobs: [{ job: note, deps: { name: "test" } }], log, pollMs: 50 });
  await runner.start();
});
afterAll(() => runner.stop());

test("a job that was enqueued in a committed transaction runs", async () => {
  await db.transaction((tx) => enqueue(tx, note, { word: "kept" }));
  await expect.poll(() => ran).toContain("kept 1");
});

test("a job of a transaction that was rolled back never runs", async () => {
  const failing = db.transaction(async (tx) => {
    await enqueue(tx, note, { word: "lost" });
    throw new Error("roll back");
  });
  await expect(failing).rejects.toThrow("roll back");
  await db.transaction((tx) => enqueue(tx, note, { word: "after" }));
  await expect.poll(() => ran).toContain("after 1");
  expect(ran).not.toContain("lost 1");
});

test("a job that fails is logged, put back with a wait, and succeeds at its second try", async () => {
  await db.transaction((tx) => enqueue(tx, note, { word: "once" }));
  await expect.poll(() => ran).toContain("once 1");
  await expect.poll(() => said()).toContain("will be tried again");
  await db.query({
    name: "test.hurry",
    text: "select graphile_worker.reschedule_jobs(array_agg(id), now())::text from graphile_worker.jobs",
  });
  await expect.poll(() => ran).toContain("once 2");
});

test("a job that takes too long is stopped and counts as failed", async () => {
  await db.transaction((tx) => enqueue(tx, note, { word: "slow" }));
  await expect.poll(() => said()).toContain("longer than 300 ms");
});

test("input that does not fit the schema fails without running", async () => {
  await db.query({
    name: "test.bad",
    text: `select graphile_worker.add_job('test.note', '{"word": 1}', max_attempts => 1)::text`,
  });
  await expect.poll(() => said()).toContain("does not fit its schema");
});
