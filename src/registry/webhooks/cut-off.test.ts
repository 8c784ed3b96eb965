/** What becomes of deliveries whose last attempt did not end, because its process did. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { loopbackServer, type LoopbackServer } from "../../../test/support/loopback-server.ts";
import { registryWorld } from "../../../test/support/registry-world.ts";
import { testPlatform } from "../../../test/support/test-platform.ts";
import { waitUntil } from "../../../test/support/wait-until.ts";
import { jobRunner } from "../../kit/jobs/job-runner.ts";
import { silentLog } from "../../kit/log/log.ts";
import { createMetrics } from "../../kit/metrics/metrics.ts";
import { enqueueDeliveries } from "../../kit/webhooks/sql/enqueue-deliveries.ts";
import { webhookStore, type WebhookDatabase } from "../../kit/webhooks/sql/webhook-store.ts";
import { addWebhook, registryWebhooks } from "./index.ts";
import { deliverWebhook } from "./jobs/index.ts";

const world = await registryWorld({}, undefined, ["127.0.0.1"]);
const { db, connection } = world.database;
const { webhooks, jobs } = world.registry;
const TRIES = 12;

let receiver: LoopbackServer;
let published = 0;

beforeAll(async () => {
  receiver = await loopbackServer(() => undefined);
});
afterAll(() => receiver.close());
beforeEach(async () => {
  receiver.seen.length = 0;
  for (const { id } of await webhooks.list()) await webhooks.remove(id);
  const manage = { ...testPlatform(world.database), allowPrivateOutbound: ["127.0.0.1"], webhooks };
  await addWebhook(manage, { url: `${receiver.url}/hook`, pattern: "*", events: ["published"] });
  published++;
  await world.publish({ name: `com.cut/off-${published}`, description: "Told of.", version: "1.0.0" });
});

const latest = async () => (await webhooks.listDeliveries({ limit: 1 }))[0];

/** Begins the attempt after `made` others, and stops the process while the receiver is silent. */
async function cutOffAfter(made: number): Promise<void> {
  await db.query({
    name: "test.setTries",
    text: "select graphile_worker.reschedule_jobs(array_agg(id), now(), attempts => $1)::text from graphile_worker.jobs",
    values: [made],
  });
  const runner = jobRunner({ connection, jobs, log: silentLog(), pollMs: 50, stopWaitMs: 1 });
  await runner.start();
  await expect.poll(() => receiver.seen.length).toBe(1);
  await runner.stop();
}

async function giveUp(): Promise<void> {
  const bound = jobs.find(({ job }) => job.name === "registry.giveUpDeliveries");
  const context = { attempt: 1, maxAttempts: 1, signal: new AbortController().signal };
  await bound?.job.run(bound.deps, {}, context);
}

async function givenUpCount(): Promise<number> {
  const metrics = createMetrics({ process: false });
  world.registry.metrics(metrics);
  return Number(/^tripod_registry_webhook_given_up (\d+)$/m.exec(await metrics.text())?.[1]);
}

test("a delivery whose last attempt was cut off is given up and counted, once", async () => {
  const before = await givenUpCount();
  await cutOffAfter(TRIES - 1);
  await giveUp();
  expect((await latest())?.gaveUpAt).not.toBeNull();
  expect((await latest())?.lastError).toBe("the last attempt was cut off");
  await giveUp();
  expect(await givenUpCount()).toBe(before + 1);
});

test("the failure of the attempt before stays to be seen", async () => {
  const { id = 0, createdAt: at } = (await latest()) ?? {};
  if (at === undefined) throw new Error("a delivery was made");
  await webhooks.recordAttempt(id, { at, status: 500, error: "answered 500", outcome: "failed", revision: "" });
  await cutOffAfter(TRIES - 1);
  await giveUp();
  expect(await latest()).toMatchObject({ lastStatus: 500, lastError: "answered 500; the last attempt was cut off" });
});

test("a delivery that waits for its next attempt, or is being attempted, goes on", async () => {
  await giveUp();
  expect((await latest())?.gaveUpAt).toBeNull();
  await cutOffAfter(TRIES - 2);
  await giveUp();
  expect((await latest())?.gaveUpAt).toBeNull();
  await db.execute({
    name: "test.beginLastTry",
    text: "update graphile_worker._private_jobs set attempts = $1, locked_at = now(), locked_by = 'another'",
    values: [TRIES],
  });
  await giveUp();
  expect((await latest())?.gaveUpAt).toBeNull();
});

test("a delivery that was given up can be asked for again, and is left alone then", async () => {
  await cutOffAfter(TRIES - 1);
  await giveUp();
  expect((await latest())?.gaveUpAt).not.toBeNull();
  await webhooks.redeliver((await latest())?.id ?? 0);
  await giveUp();
  expect((await latest())?.gaveUpAt).toBeNull();
});

test("a delivery that is asked for again while others are given up goes on", async () => {
  await cutOffAfter(TRIES - 1);
  const id = (await latest())?.id ?? 0;
  const ended = await db.transaction(async (tx) => {
    const within: WebhookDatabase = {
      query: (statement) => tx.query(statement),
      execute: (statement) => tx.execute(statement),
      transaction: (part) => part(tx),
    };
    const store = webhookStore(within, registryWebhooks, (inner, delivery) =>
      enqueueDeliveries(inner, deliverWebhook, [delivery]),
    );
    await store.redeliver(id);
    const ending = giveUp();
    await waitUntil(async () => expect(await countWaiting()).toBe(1));
    // In an object: the transaction must not wait for what waits for it.
    return { ending };
  });
  await ended.ending;
  expect((await latest())?.gaveUpAt).toBeNull();
});

test("the last attempt of a delivery that was asked for again meanwhile does not give it up", async () => {
  const found = await latest();
  if (!found) throw new Error("a delivery was made");
  const { id, createdAt: at } = found;
  await webhooks.redeliver(id);
  const failed = { at, status: 500, error: "answered 500", outcome: "gaveUp" } as const;
  expect(await webhooks.recordAttempt(id, { ...failed, revision: found.revision })).toBe(false);
  expect(await latest()).toMatchObject({ gaveUpAt: null, lastError: "answered 500", attempts: 1 });
  expect(await webhooks.recordAttempt(id, { ...failed, revision: (await latest())?.revision ?? "" })).toBe(true);
  expect((await latest())?.gaveUpAt).not.toBeNull();
});

/** Statements that wait for a lock. */
async function countWaiting(): Promise<number> {
  const [row] = await db.query<{ waiting: number }>({
    name: "test.countWaiting",
    text: `select count(*) as waiting from pg_stat_activity
      where wait_event_type = 'Lock' and datname = current_database()`,
  });
  return row?.waiting ?? 0;
}
