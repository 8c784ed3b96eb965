/** Users who are switched off, by themselves or with their main account, receive nothing over webhooks and as alerts. */
import { beforeEach, expect, test } from "vitest";
import { testDatabase } from "../../../test/support/database.ts";
import { newPerson } from "../../../test/support/trading-people.ts";
import { migrateJobs } from "../../kit/jobs/job-runner.ts";
import { systemClock } from "../../kit/time/clock.ts";
import { plusMillis } from "../../kit/time/instant.ts";
import { HOUR_MS } from "../../kit/time/spans.ts";
import { alertOutbox } from "../alerts/sql/decide-alerts.ts";
import { recordAlerts } from "../alerts/index.ts";
import { deliveryQueue } from "./sql/delivery-queue.ts";
import { tellWebhooks } from "./sql/tell.ts";
import { userWebhookStore } from "./sql/user-webhook-store.ts";

const { db, connection } = await testDatabase({ rooms: ["kit", "trading"] });
await migrateJobs(connection);
const owner = await newPerson(db);
const { ownerUid } = owner;
const { uid } = await newPerson(db, { owner });
const clock = systemClock();
const queue = deliveryQueue(db);
const made = await userWebhookStore(db, { seal: (secret) => String(secret) }).create(
  { ownerUid, uid, onlyUid: null, at: clock.now() },
  { url: "https://hooks.example.com/", label: "", events: ["run.changed"], secret: "secret" },
  10,
);
const webhookId = made?.id ?? "";

const setActive = (of: number, isActive: boolean) =>
  db.execute({
    name: "test.setActive",
    text: "update trading.users set is_active = $2 where id = $1",
    values: [of, isActive],
  });

beforeEach(async () => {
  await Promise.all([setActive(ownerUid, true), setActive(uid, true)]);
  await db.execute({ name: "test.noDeliveries", text: "delete from trading.webhook_deliveries" });
});

const tell = () =>
  db.transaction((tx) =>
    tellWebhooks(tx, { ownerUids: [ownerUid], events: ["run.changed"] }, () => [
      { event: "run.changed", ownerUid, uid, at: clock.now(), data: {} },
    ]),
  );
const later = () => plusMillis(clock.now(), HOUR_MS);
const due = async () => (await queue.listDue(webhookId, later(), 10)).length;
const claimed = async () => (await queue.claim(later(), later(), 10)).map(({ id }) => id);

test.each([
  ["a sub-account that is switched off", uid],
  ["a sub-account whose main account is switched off", ownerUid],
])("%s is not sent what has happened, nor what waits from before", async (_, switched) => {
  await setActive(switched, false);
  await tell();
  expect(await queue.countWaiting()).toBe(0);
  await setActive(switched, true);
  await tell();
  expect(await due()).toBe(1);
  await setActive(switched, false);
  expect([await due(), await claimed()]).toEqual([0, []]);
  await setActive(switched, true);
  expect([await due(), await claimed()]).toEqual([1, [webhookId]]);
  await queue.release(webhookId, { failures: 0, restsUntil: clock.now() });
});

test("the sub-accounts of a main account that is switched off receive no alerts", async () => {
  const mailsFor = async (isActive: boolean) => {
    await setActive(ownerUid, isActive);
    const at = clock.now();
    await db.transaction((tx) =>
      recordAlerts(tx, [ownerUid], () => [
        { kind: "run_paused", ownerUid, uid, subject: `test/${String(isActive)}`, at, why: "a test", data: {} },
      ]),
    );
    await alertOutbox(db).decide(at, 100);
    const [row] = await db.query<{ mails: number }>({
      name: "test.countMails",
      text: "select count(*) as mails from trading.mails where uid = $1",
      values: [uid],
    });
    return row?.mails;
  };
  await db.execute({
    name: "test.wantMails",
    text: `insert into trading.user_settings (uid, settings) values ($1, '{"notifications_email": true}')`,
    values: [uid],
  });
  expect(await mailsFor(false)).toBe(0);
  expect(await mailsFor(true)).toBe(1);
});
