import { createHmac } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { loopbackServer, type LoopbackServer, type SeenRequest } from "../../../test/support/loopback-server.ts";
import { registryWorld, serverPath } from "../../../test/support/registry-world.ts";
import { testPlatform } from "../../../test/support/test-platform.ts";
import { sealer } from "../../kit/auth/seal.ts";
import { jobRunner, type JobRunner } from "../../kit/jobs/job-runner.ts";
import { silentLog } from "../../kit/log/log.ts";
import { createMetrics } from "../../kit/metrics/metrics.ts";
import { formatInstant, plusMillis } from "../../kit/time/instant.ts";
import { MAX_WEBHOOKS } from "../../kit/webhooks/store.ts";
import { addWebhook } from "./index.ts";

const world = await registryWorld({}, undefined, ["127.0.0.1"]);
const { webhooks } = world.registry;
const platform = testPlatform(world.database);
const manage = { ...platform, allowPrivateOutbound: ["127.0.0.1"], webhooks };
/** Sealed with a key that is not here. */
const lost = sealer([{ id: "lost", key: Buffer.alloc(32, 7) }]).seal("secret", "registry.webhooks/whk_lost");
const token = await world.token({ publish: ["*"], edit: ["*"] });

/** Statuses that the receiver answers with, one after the other; 200 when there are none left. */
let answers: number[] = [];
let receiver: LoopbackServer;
let runner: JobRunner;

beforeAll(async () => {
  receiver = await loopbackServer((_request, response) => {
    const status = answers.shift() ?? 200;
    response.writeHead(status, status === 302 ? { location: `${receiver.url}/elsewhere` } : {}).end();
  });
  const { jobs, schedules } = world.registry;
  runner = jobRunner({ connection: world.database.connection, jobs, schedules, log: silentLog(), pollMs: 50 });
  await runner.start();
});
afterAll(async () => {
  await runner.stop();
  await receiver.close();
});
beforeEach(async () => {
  answers = [];
  receiver.seen.length = 0;
  for (const { id } of await webhooks.list()) await webhooks.remove(id);
});

const hook = (more: object = {}) =>
  addWebhook(manage, { url: `${receiver.url}/hook`, pattern: "*", events: ["published", "edited", "status"], ...more });
const detail = (name: string, version = "1.0.0") => ({ name, description: "Told of.", version });
const arrived = async (count: number): Promise<void> => {
  await expect.poll(() => receiver.seen.length).toBe(count);
};
const latest = async () => (await webhooks.listDeliveries({ limit: 1 }))[0];
/** The queue would wait for seconds between tries. With `made`, the next one has that many before it. */
const hurry = (made?: number) =>
  world.database.db.query({
    name: "test.hurryJobs",
    text: "select graphile_worker.reschedule_jobs(array_agg(id), now(), attempts => $1)::text from graphile_worker.jobs",
    values: [made ?? null],
  });
const TRIES = 12;
const givenUpCount = async () => {
  const metrics = createMetrics({ process: false });
  world.registry.metrics(metrics);
  return Number(/^tripod_registry_webhook_given_up (\d+)$/m.exec(await metrics.text())?.[1]);
};

describe("a change", () => {
  test("is sent to a webhook, signed so that the receiver can check it", async () => {
    const { secret = "" } = await hook();
    await world.publish(detail("com.hook/told"));
    await arrived(1);
    const [{ headers, body }] = receiver.seen as [SeenRequest];
    const timestamp = String(headers["x-tripod-timestamp"]);
    const expected = createHmac("sha256", secret).update(`${timestamp}.${body}`).digest("hex");
    expect(headers["x-tripod-signature"]).toBe(`v1=${expected}`);
    expect(headers["x-tripod-event"]).toBe("published");
    const told = JSON.parse(body);
    expect(told).toMatchObject({
      event: "published",
      server: "com.hook/told",
      version: "1.0.0",
      latestVersion: "1.0.0",
    });
    expect(told.id).toBe(headers["x-tripod-delivery"]);
    await expect.poll(async () => (await latest())?.deliveredAt).not.toBeNull();
  });

  test("of every kind is sent: an edit, a status, a deletion", async () => {
    await world.publish(detail("com.hook/kinds"));
    await hook();
    const path = serverPath("com.hook/kinds", "/versions/1.0.0");
    await world.request("PUT", path, { body: { ...detail("com.hook/kinds"), title: "New" }, token });
    await world.request("PATCH", `${path}/status`, { body: { status: "deprecated", statusMessage: "Old" }, token });
    await world.request("DELETE", path, { token });
    await arrived(3);
    const told = receiver.seen
      .map(({ body }) => JSON.parse(body))
      .sort((one, other) => Number(one.id) - Number(other.id));
    expect(told.map(({ event, status }) => [event, status])).toEqual([
      ["edited", undefined],
      ["status", "deprecated"],
      ["status", "deleted"],
    ]);
    expect(told[1].statusMessage).toBe("Old");
  });

  test("is sent only to webhooks for its event and its server", async () => {
    await hook({ pattern: "com.other/*" });
    await hook({ events: ["edited"] });
    const { id } = await hook({ pattern: "com.hook/*", events: ["published"] });
    await world.publish(detail("com.hook/chosen"));
    await arrived(1);
    expect((await webhooks.listDeliveries({ limit: 10 })).map(({ webhookId }) => webhookId)).toEqual([id]);
  });

  test("is not told for a name that a pattern lacks one character of, or has one too many", async () => {
    const exact = await hook({ pattern: "com.near/chosen" });
    const begins = await hook({ pattern: "com.near/chosen*" });
    const space = await hook({ pattern: "com.near/*" });
    for (const name of [
      "com.nears/chosen",
      "com.nea/chosen",
      "com.near/chose",
      "com.near/chosen",
      "com.near/chosen2",
    ]) {
      await world.publish(detail(name));
    }
    const deliveries = await webhooks.listDeliveries({ limit: 20 });
    const toldTo = (id: string) => deliveries.filter(({ webhookId }) => webhookId === id).length;
    expect([exact, begins, space].map(({ id }) => toldTo(id))).toEqual([1, 2, 3]);
    await arrived(6);
    const told = receiver.seen.map(({ body }) => (JSON.parse(body) as { server: string }).server);
    expect([...new Set(told)].toSorted()).toEqual(["com.near/chose", "com.near/chosen", "com.near/chosen2"]);
  });

  test("that is refused is not sent", async () => {
    await hook();
    await world.request("POST", "/v0.1/publish", { body: detail("com.hook/refused", "^1.0.0"), token });
    expect(await webhooks.listDeliveries({ limit: 10 })).toEqual([]);
  });
});

describe("a delivery", () => {
  test("that failed is tried again, with the same id, until it arrives", async () => {
    answers = [500, 302];
    await hook();
    await world.publish(detail("com.hook/retried"));
    await arrived(1);
    await expect.poll(async () => (await latest())?.lastError).toBe("answered 500");
    await hurry();
    await arrived(2);
    await expect.poll(async () => (await latest())?.attempts).toBe(2);
    await hurry();
    await arrived(3);
    await expect.poll(async () => (await latest())?.deliveredAt).not.toBeNull();
    expect(new Set(receiver.seen.map(({ headers }) => headers["x-tripod-delivery"])).size).toBe(1);
    expect(receiver.seen.every(({ path }) => path === "/hook")).toBe(true);
  });

  test("to a receiver that is gone turns the webhook off", async () => {
    answers = [410];
    const before = await givenUpCount();
    const { id } = await hook();
    await world.publish(detail("com.hook/gone"));
    await expect.poll(async () => (await webhooks.find(id))?.enabled).toBe(false);
    await expect.poll(async () => (await latest())?.gaveUpAt).not.toBeNull();
    await expect.poll(givenUpCount).toBe(before + 1);
    // What happens to the row afterwards does not hide it.
    await webhooks.redeliver((await latest())?.id ?? 0);
    expect(await givenUpCount()).toBeGreaterThanOrEqual(before + 1);
    // The webhook is off, so this attempt is given up too. The next test counts from there.
    await expect.poll(givenUpCount).toBe(before + 2);
  });

  test.each([
    ["whose secret does not open", "sealed_secret", lost, "the webhook's secret does not open with the secret keys"],
    ["that meets a fault of ours", "format", "unheard", "a fault of Tripod kept it from being sent"],
  ])("%s shows why, and is given up after the last try", async (_which, column, value, why) => {
    const before = await givenUpCount();
    const { id } = await hook();
    await world.database.db.execute({
      name: `test.spoilWebhook:${column}`,
      text: `update registry.webhooks set ${column} = $2 where id = $1`,
      values: [id, value],
    });
    await world.publish(detail(`com.hook/spoilt-${column.replace("_", "-")}`));
    await expect.poll(async () => (await latest())?.lastError).toContain(why);
    expect(await latest()).toMatchObject({ attempts: 1, gaveUpAt: null });
    expect(await givenUpCount()).toBe(before);
    // Again and again: the queue holds a job for a moment after its try is recorded.
    await expect
      .poll(async () => {
        await hurry(TRIES - 1);
        return (await latest())?.gaveUpAt;
      })
      .not.toBeNull();
    await expect.poll(givenUpCount).toBe(before + 1);
    expect(receiver.seen).toEqual([]);
  });

  test("runs twice without being sent twice", async () => {
    await hook();
    await world.publish(detail("com.hook/twice"));
    await arrived(1);
    await expect.poll(async () => (await latest())?.deliveredAt).not.toBeNull();
    const delivery = await latest();
    const job = world.registry.jobs.find((each) => each.job.name === "registry.deliverWebhook");
    const context = { attempt: 1, maxAttempts: 12, signal: new AbortController().signal };
    await job?.job.run(job.deps, { deliveryId: delivery?.id }, context);
    expect(receiver.seen).toHaveLength(1);
  });

  test("can be asked for again", async () => {
    await hook();
    await world.publish(detail("com.hook/again"));
    await expect.poll(async () => (await latest())?.deliveredAt).not.toBeNull();
    expect(await webhooks.redeliver((await latest())?.id ?? 0)).toBe(true);
    await arrived(2);
    expect(await webhooks.redeliver(999_999_999)).toBe(false);
  });

  test("that is old is forgotten", async () => {
    await hook();
    await world.publish(detail("com.hook/old"));
    await expect.poll(async () => (await latest())?.deliveredAt).not.toBeNull();
    const soon = plusMillis(platform.clock.now(), 60_000);
    expect(await webhooks.trimDeliveries(plusMillis(soon, -3_600_000)), formatInstant(soon)).toBe(0);
    expect(await webhooks.trimDeliveries(soon)).toBe(1);
  });
});

describe("adding a webhook", () => {
  test.each([
    ["an invalid URL", { url: "nowhere" }],
    ["another scheme", { url: "ftp://example.com/" }],
    ["a password in the URL", { url: "https://user:password@example.com/" }],
    ["a pattern without meaning", { pattern: "com.*.x" }],
    ["an unknown event", { events: ["deleted"] }],
    ["no event", { events: [] }],
  ])("refuses %s", async (_what, wrong) => {
    await expect(hook(wrong)).rejects.toThrow(/must be|Events are/);
    expect(await webhooks.list()).toEqual([]);
  });

  test("refuses more than each event can be looked up for", async () => {
    await world.database.db.execute({
      name: "test.insertWebhooks",
      text: `insert into registry.webhooks (id, url, sealed_secret, events, pattern, created_at, enabled)
        select 'whk_many' || n, 'https://hooks.example.com/', '', '{published}', '*', now(), true
        from generate_series(1, ${MAX_WEBHOOKS}) n`,
    });
    await expect(hook()).rejects.toThrow(`There are ${MAX_WEBHOOKS} webhooks already. Remove unused ones.`);
    expect(await webhooks.list()).toHaveLength(MAX_WEBHOOKS);
    for (const { id } of await webhooks.list()) await webhooks.remove(id);
  });

  test("keeps the secret sealed", async () => {
    const { secret, id } = await hook();
    const rows = await world.database.db.query<{ text: string }>({
      name: "test.webhookRow",
      text: "select w::text as text from registry.webhooks w where id = $1",
      values: [id],
    });
    expect(rows[0]?.text).not.toContain(secret);
  });
});

test("a private address is not reached unless the operator allows it", async () => {
  const closed = await registryWorld({}, world.database);
  const deliver = closed.registry.jobs.find((each) => each.job.name === "registry.deliverWebhook");
  await hook();
  await runner.stop();
  await world.publish(detail("com.hook/private"));
  const delivery = await latest();
  const context = { attempt: 1, maxAttempts: 12, signal: new AbortController().signal };
  await expect(deliver?.job.run(deliver.deps, { deliveryId: delivery?.id }, context)).rejects.toThrow("failed");
  expect(receiver.seen).toHaveLength(0);
  expect((await latest())?.lastError).not.toContain("127.0.0.1");
});
