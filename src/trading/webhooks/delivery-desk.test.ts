/** Which process delivers, when, and what happens to receivers that do not answer. */
import { randomBytes } from "node:crypto";
import { fileURLToPath } from "node:url";
import { afterAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { bundleScript } from "../../../test/support/bundle.ts";
import { ScriptProcess } from "../../../test/support/child-process.ts";
import { testDatabase } from "../../../test/support/database.ts";
import { keptLog } from "../../../test/support/kept-log.ts";
import { newPerson } from "../../../test/support/trading-people.ts";
import { waitUntil } from "../../../test/support/wait-until.ts";
import { receiver } from "../../../test/support/webhook-world.ts";
import { sealer as makeSealer } from "../../kit/auth/seal.ts";
import { createMetrics } from "../../kit/metrics/metrics.ts";
import { outbound } from "../../kit/outbound/outbound.ts";
import { systemClock } from "../../kit/time/clock.ts";
import { plusMillis } from "../../kit/time/instant.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../kit/time/spans.ts";
import { GivenUpDeliveries } from "../../kit/webhooks/given-up.ts";
import { webhookStore } from "../../kit/webhooks/sql/webhook-store.ts";
import { webhookRecord } from "../../kit/webhooks/store.ts";
import { DeliveryDesk } from "./delivery-desk.ts";
import { webhookJobs } from "./jobs/index.ts";
import { tradingWebhooks } from "./service.ts";
import { deliveryBounds, deliveryQueue } from "./sql/delivery-queue.ts";
import { tellWebhooks } from "./sql/tell.ts";
import { userWebhookStore } from "./sql/user-webhook-store.ts";
import { viewerOf } from "./view.ts";

const database = await testDatabase({ rooms: ["kit", "trading"] });
const { db } = database;
const masterKey = randomBytes(32);
const sealer = makeSealer([{ id: "test", key: masterKey }]);
const real = systemClock();
const to = await receiver();
const { ownerUid, uid } = await newPerson(db);
const store = userWebhookStore(db, sealer);

/** How far the clocks of desks are ahead of ours. */
let aheadMs = 0;
const clock = { ...real, now: () => plusMillis(real.now(), aheadMs) };
const webhookHttp = outbound({ allowPrivate: ["127.0.0.1"], userAgent: "test", clock: real });
afterAll(() => webhookHttp.close());

let givenUp = new GivenUpDeliveries();

beforeEach(async () => {
  aheadMs = 0;
  givenUp = new GivenUpDeliveries();
  to.seen.length = 0;
  await db.execute({ name: "test.noWebhooks", text: "truncate trading.webhooks, trading.webhook_deliveries" });
});

function startDesk(): DeliveryDesk {
  const webhooks = givenUp.watch(webhookStore(db, tradingWebhooks, async () => undefined));
  const parts = { queue: deliveryQueue(db), webhooks, givenUp, webhookHttp, sealer, clock, log: keptLog() };
  const desk = new DeliveryDesk(parts);
  desk.start();
  onTestFinished(() => desk.stop());
  return desk;
}

/** A webhook whose first delivery is out of the way. */
async function newWebhook(path: string, url = to.url) {
  const doing = { ownerUid, onlyUid: null, uid, at: clock.now() };
  const webhook = { url: `${url}${path}`, label: "", events: ["run.changed"] as const, secret: "secret" };
  const made = await store.create(doing, webhook, 100);
  await db.execute({
    name: "test.forgetFirst",
    text: "delete from trading.webhook_deliveries where event = 'webhook.created'",
  });
  return made?.id ?? "";
}

const tell = (...numbers: readonly number[]) =>
  db.transaction((tx) =>
    tellWebhooks(tx, { ownerUids: [ownerUid], events: ["run.changed"] }, () =>
      numbers.map((number) => ({ event: "run.changed", ownerUid, uid, at: clock.now(), data: { number } })),
    ),
  );

interface Row {
  readonly id: number;
  readonly state: string;
  readonly attempts: number;
  readonly last_error: string | null;
}

const rows = () =>
  db.query<Row>({
    name: "test.deliveryRows",
    text: `select id, attempts, last_error, case when delivered_at is not null then 'delivered'
        when gave_up_at is not null then 'given_up' else 'waiting' end as state
      from trading.webhook_deliveries order by id`,
  });
const states = async () => (await rows()).map(({ state }) => state);
const numbersAt = (path: string) => to.bodies(path).map(({ number }) => number as number);

describe("a delivery", () => {
  test("exists exactly when its change does", async () => {
    await newWebhook("/a");
    const undone = db.transaction(async (tx) => {
      await tellWebhooks(tx, { ownerUids: [ownerUid], events: ["run.changed"] }, () => [
        { event: "run.changed", ownerUid, uid, at: clock.now(), data: {} },
      ]);
      throw new Error("undone");
    });
    await expect(undone).rejects.toThrow("undone");
    expect(await rows()).toEqual([]);
  });

  test("is attempted twelve times, later and later, and then given up", async () => {
    to.answer = () => 503;
    await newWebhook("/a");
    await tell(1);
    const desk = startDesk();
    const metrics = createMetrics({ process: false });
    desk.metrics(metrics);
    const untilCounted = (waiting: number, given: number) =>
      waitUntil(async () => {
        const text = await metrics.text();
        expect(text).toContain(`\ntripod_trading_webhook_deliveries_waiting ${waiting}\n`);
        expect(text).toContain(`\ntripod_trading_webhook_given_up ${given}\n`);
      });
    await untilCounted(1, 0);
    for (let attempt = 1; attempt <= 12; attempt++) {
      await waitUntil(async () => expect((await rows())[0]?.attempts).toBe(attempt));
      await waitUntil(async () => expect(await isClaimed()).toBe(false));
      aheadMs += 6 * HOUR_MS;
    }
    expect(await rows()).toMatchObject([{ state: "given_up", attempts: 12, last_error: "answered 503" }]);
    expect(to.seen).toHaveLength(12);
    // What is stored is seen before the process has counted it.
    await untilCounted(0, 1);
    expect(new Set(to.seen.map(({ headers }) => headers["x-tripod-delivery"])).size).toBe(1);
  });

  test("to a webhook whose secret key is lost shows why, is attempted as often as others, and then given up", async () => {
    const id = await newWebhook("/a");
    const lost = makeSealer([{ id: "lost", key: randomBytes(32) }]);
    await db.execute({
      name: "test.loseSecret",
      text: "update trading.webhooks set sealed_secret = $2 where id = $1",
      values: [id, lost.seal("secret", webhookRecord(tradingWebhooks, id))],
    });
    await tell(1);
    startDesk();
    const lastError = "the webhook's secret does not open with the secret keys of this process";
    for (let attempt = 1; attempt <= 12; attempt++) {
      await waitUntil(async () => expect(await rows()).toMatchObject([{ attempts: attempt, last_error: lastError }]));
      await waitUntil(async () => expect(await isClaimed()).toBe(false));
      expect(await states()).toEqual([attempt < 12 ? "waiting" : "given_up"]);
      aheadMs += 6 * HOUR_MS;
    }
    await waitUntil(() => expect(givenUp.total).toBe(1));
    expect(to.seen).toEqual([]);
  });

  test("is not held up by a receiver that does not answer, nor by one that fails", async () => {
    to.answer = ({ path }) => (path === "/silent" ? undefined : path === "/broken" ? 500 : 204);
    for (const path of ["/silent", "/broken", "/good"]) await newWebhook(path);
    await tell(...Array.from({ length: 40 }, (_, at) => at));
    startDesk();
    await waitUntil(() => expect(numbersAt("/good")).toHaveLength(40));
    // One that fails is asked a few times at first, and not for each delivery.
    expect(to.seen.filter(({ path }) => path === "/broken").length).toBeLessThan(20);
    expect(to.seen.filter(({ path }) => path === "/silent").length).toBeLessThanOrEqual(8);
  });

  test("is made by one process at a time", async () => {
    await newWebhook("/a");
    await tell(...Array.from({ length: 100 }, (_, at) => at));
    startDesk();
    startDesk();
    await waitUntil(async () => expect(new Set(await states())).toEqual(new Set(["delivered"])));
    expect(to.seen).toHaveLength(100);
    expect(numbersAt("/a")).toHaveLength(100);
  });
});

async function isClaimed(): Promise<boolean> {
  const [row] = await db.query<{ claimed: boolean }>({
    name: "test.isClaimed",
    text: "select busy_until > '-infinity' as claimed from trading.webhooks",
  });
  return row?.claimed === true;
}

describe("what waits", () => {
  const bound = (days = 0) => {
    const [, job] = webhookJobs;
    const context = { attempt: 1, maxAttempts: 1, signal: new AbortController().signal };
    const later = { ...clock, now: () => plusMillis(clock.now(), days * DAY_MS) };
    return job.run({ deliveryBounds: deliveryBounds(db), givenUp, clock: later }, {}, context);
  };

  test("is given up when it was due for a day", async () => {
    await newWebhook("/a");
    await tell(1);
    await bound(0.9);
    expect(await states()).toEqual(["waiting"]);
    await bound(1.1);
    expect(await states()).toEqual(["given_up"]);
    expect(givenUp.total).toBe(1);
  });

  test("that is asked for again while it is attempted is due at once, and not given up", async () => {
    const webhookId = await newWebhook("/a");
    await tell(1);
    await db.execute({ name: "test.lastTry", text: "update trading.webhook_deliveries set tries = 11" });
    const [queue, webhooks] = [deliveryQueue(db), webhookStore(db, tradingWebhooks, async () => undefined)];
    const due = async () => (await queue.listDue(webhookId, clock.now(), 1))[0];
    const [attempted = { id: 0, tries: 0, dueAt: clock.now() }] = [await due()];
    const revision = (await webhooks.findDelivery(attempted.id))?.revision ?? "";
    aheadMs = 1000;
    await store.redeliver(viewerOf({ ownerUid, uid, rights: undefined }), attempted.id, clock.now());
    const at = clock.now();
    await webhooks.recordAttempt(attempted.id, { at, status: 503, error: "answered 503", outcome: "gaveUp", revision });
    await queue.postpone(attempted, plusMillis(at, 6 * HOUR_MS));
    expect(attempted.tries).toBe(11);
    expect(await due()).toMatchObject({ id: attempted.id, tries: 0 });
    expect(await states()).toEqual(["waiting"]);
  });

  test("disables a webhook when it is too much, and its user sees why", async () => {
    const flooded = await newWebhook("/a");
    const other = await newWebhook("/b");
    await db.execute({
      name: "test.flood",
      text: `insert into trading.webhook_deliveries (webhook_id, event, payload, created_at, due_at)
        select $1, 'run.changed', '{"number": 1}'::json, now(), now() from generate_series(1, 10001)
        union all select $2, 'run.changed', '{"number": 1}'::json, now(), now() from generate_series(1, 10000)`,
      values: [flooded, other],
    });
    await bound();
    const { webhooks } = await store.list({ ownerUid, onlyUid: null }, { limit: 10, offset: 0 });
    expect(webhooks).toMatchObject([
      { id: other, enabled: true, disabledBecause: null },
      { id: flooded, enabled: false, disabledBecause: "more than 10000 deliveries waited" },
    ]);
    const ends = await states();
    expect(ends.filter((state) => state === "given_up")).toHaveLength(10_001);
    expect(givenUp.total).toBe(10_001);
    expect(ends.filter((state) => state === "waiting")).toHaveLength(10_000);
  });

  test("of a webhook that is gone is removed", async () => {
    await newWebhook("/a");
    await tell(1);
    await db.execute({ name: "test.deleteWebhooks", text: "delete from trading.webhooks" });
    await bound();
    expect(await rows()).toEqual([]);
  });
});

test("a process that is killed while it delivers loses nothing: another sends the rest, and the same ids", async () => {
  await newWebhook("/a");
  const script = await bundleScript(fileURLToPath(new URL("../../../test/support/delivery-child.ts", import.meta.url)));
  const args = [JSON.stringify(database.connection), masterKey.toString("hex"), String(ownerUid)];
  const child = new ScriptProcess(script, args);
  onTestFinished(() => child.kill());
  // It is killed before it has an answer to any.
  to.answer = () => undefined;
  await child.heard("committed");
  await waitUntil(() => expect(to.seen.length).toBeGreaterThan(0));
  await child.kill();
  const before = new Set(to.seen.map(({ headers }) => headers["x-tripod-delivery"]));
  to.answer = () => 204;
  startDesk();
  // As long as the claim of the dead process lasts, nothing is sent.
  aheadMs += MINUTE_MS;
  await waitUntil(() => expect(numbersAt("/a")).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]));
  await waitUntil(async () => expect(new Set(await states())).toEqual(new Set(["delivered"])));
  const ids = new Set((await rows()).map(({ id }) => String(id)));
  expect(ids.size).toBe(10);
  expect([...before].every((id) => ids.has(String(id)))).toBe(true);
});
