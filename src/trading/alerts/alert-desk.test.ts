/** Alerts by mail and Telegram: who is sent what, once, within the limit of a day. */
import { randomBytes } from "node:crypto";
import { fileURLToPath } from "node:url";
import { afterAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { bundleScript } from "../../../test/support/bundle.ts";
import { ScriptProcess } from "../../../test/support/child-process.ts";
import { testDatabase } from "../../../test/support/database.ts";
import { keptLog } from "../../../test/support/kept-log.ts";
import { loopbackServer } from "../../../test/support/loopback-server.ts";
import { newPerson } from "../../../test/support/trading-people.ts";
import { waitUntil } from "../../../test/support/wait-until.ts";
import { sealer as makeSealer } from "../../kit/auth/seal.ts";
import { migrateJobs } from "../../kit/jobs/job-runner.ts";
import { outbound } from "../../kit/outbound/outbound.ts";
import { systemClock } from "../../kit/time/clock.ts";
import { plusMillis, toMillis } from "../../kit/time/instant.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../kit/time/spans.ts";
import type { Caller } from "../caller.ts";
import { accountStore } from "../accounts/sql/account-store.ts";
import { AlertDesk } from "./alert-desk.ts";
import { recordAlerts } from "./index.ts";
import { alertList } from "./sql/alert-list.ts";
import { alertOutbox } from "./sql/decide-alerts.ts";
import { telegramBotStore } from "./sql/telegram-bots.ts";
import { messageQueue } from "./sql/telegram-messages.ts";

const database = await testDatabase({ rooms: ["kit", "trading"] });
const { db } = database;
await migrateJobs(database.connection);
const masterKey = randomBytes(32);
const sealer = makeSealer([{ id: "test", key: masterKey }]);
const bots = telegramBotStore(db, sealer);
const real = systemClock();
/** How far the clock of the desk is ahead of ours. */
let aheadMs = 0;
const clock = { ...real, now: () => plusMillis(real.now(), aheadMs) };
const botHttp = outbound({ allowPrivate: ["127.0.0.1"], userAgent: "test", clock: real });
const TOKEN = "123456:AAExampleExampleExampleExample00000";

/** What the bots' server answers from now on; undefined for no answer. */
let answer: () => { readonly status: number; readonly body?: object } | undefined = () => ({ status: 200 });
const server = await loopbackServer((_request, response) => {
  const given = answer();
  if (given) response.writeHead(given.status).end(JSON.stringify(given.body ?? { ok: given.status === 200 }));
});
afterAll(async () => {
  await botHttp.close();
  await server.close();
});

beforeEach(async () => {
  aheadMs = 0;
  answer = () => ({ status: 200 });
  server.seen.length = 0;
  await db.execute({
    name: "test.forgetAlerts",
    text: "truncate trading.alerts, trading.alert_days, trading.telegram_messages, trading.telegram_bots, trading.mails",
  });
});

function startDesk(alertsPerDay = 50): AlertDesk {
  const log = keptLog();
  const desk = new AlertDesk({
    outbox: alertOutbox(db),
    queue: messageQueue(db),
    botHttp,
    sealer,
    clock,
    log,
    alertsPerDay,
  });
  desk.start();
  onTestFinished(() => desk.stop());
  return desk;
}

const alert = ({ ownerUid, uid }: Pick<Caller, "ownerUid" | "uid">, ...reasons: readonly string[]) =>
  db.transaction((tx) =>
    recordAlerts(tx, [ownerUid], () =>
      reasons.map((why) => ({ kind: "run_paused", ownerUid, uid, at: clock.now(), why, data: { strategy_id: "7" } })),
    ),
  );

async function connectBot(person: Caller, botUrl = server.url): Promise<void> {
  const { ownerUid, uid } = person;
  await bots.set({ ownerUid, uid, at: clock.now() }, { botUrl, token: TOKEN, chatId: "42" });
  await db.execute({ name: "test.forgetHello", text: "truncate trading.telegram_messages" });
  await accountStore(db).changeSettings(person as never, { notifications_telegram: true }, clock.now());
}

const mails = () =>
  db.query<{ uid: number; recipient: string; subject: string; body: string }>({
    name: "test.alertMails",
    text: "select uid, recipient, subject, body from trading.mails order by id",
  });
const messages = () =>
  db.query<{ state: string; tries: number; last_error: string | null; body: string }>({
    name: "test.telegramMessages",
    text: "select state, tries, last_error, body from trading.telegram_messages order by id",
  });
const outcomes = async () =>
  (
    await db.query<{ outcome: string | null }>({
      name: "test.alertOutcomes",
      text: "select outcome from trading.alerts order by id",
    })
  ).map(({ outcome }) => outcome);
const decided = () => waitUntil(async () => expect(await outcomes()).not.toContain(null));
const texts = () => server.seen.map(({ body }) => (JSON.parse(body) as { text: string }).text);

describe("an alert", () => {
  test("is mailed to those who see it, unless they have switched mails off or their address is not verified", async () => {
    const owner = await newPerson(db);
    const member = await newPerson(db, { owner });
    const silent = await newPerson(db, { owner });
    const unverified = await newPerson(db, { owner });
    const stranger = await newPerson(db);
    await accountStore(db).changeSettings(silent as never, { notifications_email: false }, clock.now());
    await db.execute({
      name: "test.unverify",
      text: "update trading.users set email_verified_at = null where id = $1",
      values: [unverified.uid],
    });
    startDesk();
    await alert(owner, "no money");
    await decided();
    expect((await mails()).map(({ uid }) => uid)).toEqual([owner.uid, member.uid]);
    expect(await mails()).toMatchObject([
      {
        subject: expect.stringMatching(/^Alert \d+: A strategy is paused$/),
        body: expect.stringContaining("no money"),
      },
      {},
    ]);
    expect(stranger.uid).not.toBe(owner.uid);
  });

  test("is kept and sent exactly when its change is committed", async () => {
    const owner = await newPerson(db);
    const undone = db.transaction(async (tx) => {
      await recordAlerts(tx, [owner.ownerUid], () => [
        { kind: "halted", ownerUid: owner.ownerUid, uid: null, at: clock.now(), why: "", data: {} },
      ]);
      throw new Error("undone");
    });
    await expect(undone).rejects.toThrow("undone");
    expect(await outcomes()).toEqual([]);
  });

  test("that no user wants is listed all the same", async () => {
    const owner = await newPerson(db);
    await accountStore(db).changeSettings(owner as never, { notifications_email: false }, clock.now());
    startDesk();
    await alert(owner, "no money");
    await decided();
    expect(await outcomes()).toEqual(["not_wanted"]);
    const view = {
      ownerUid: owner.ownerUid,
      uid: owner.uid,
      seesProfiles: true,
      usesMasterKeys: true,
      exchanges: null,
    };
    expect(await alertList(db).list(view, { limit: 10, offset: 0 })).toMatchObject({
      total: 1,
      alerts: [{ kind: "run_paused", why: "no money" }],
    });
    expect(await mails()).toEqual([]);
  });

  test("that could not be sent for a day is not sent", async () => {
    const owner = await newPerson(db);
    await alert(owner, "old");
    aheadMs = DAY_MS + MINUTE_MS;
    startDesk();
    await decided();
    expect(await outcomes()).toEqual(["late"]);
    expect(await mails()).toEqual([]);
  });
});

describe("the limit of a day", () => {
  test("holds for an account, says so in the last mail, and begins again the next day", async () => {
    const owner = await newPerson(db);
    const member = await newPerson(db, { owner });
    // At noon, so that the day does not end in between.
    aheadMs = DAY_MS / 2 - (toMillis(real.now()) % DAY_MS);
    startDesk(2);
    await alert(owner, "first");
    await alert(member, "second", "third");
    await decided();
    expect(await outcomes()).toEqual(["sent", "sent", "over_limit"]);
    const ofOwner = (await mails()).filter(({ uid }) => uid === owner.uid);
    expect(ofOwner.map(({ body }) => body.includes("This is the last alert of today"))).toEqual([false, true]);
    const other = await newPerson(db);
    await alert(other, "of another account");
    await db.execute({ name: "test.nextDay", text: "update trading.alert_days set day = day - 1" });
    await alert(owner, "of the next day");
    await decided();
    expect((await outcomes()).slice(3)).toEqual(["sent", "sent"]);
  });
});

describe("a bot", () => {
  test("is sent the text as it is, by its own address and token", async () => {
    const owner = await newPerson(db);
    await connectBot(owner);
    startDesk();
    await alert(owner, "<b>no</b> money");
    await waitUntil(async () => expect(await messages()).toMatchObject([{ state: "sent", body: "" }]));
    const [request] = server.seen;
    expect(request).toMatchObject({ method: "POST", path: `/bot${TOKEN}/sendMessage` });
    expect(JSON.parse(request?.body ?? "")).toEqual({
      chat_id: "42",
      text: expect.stringContaining("Reason: <b>no</b> money"),
      link_preview_options: { is_disabled: true },
    });
    expect(await bots.find(owner.uid)).toMatchObject({ lastError: null, lastSentAt: expect.any(Number) });
  });

  test("that fails is asked again, until the message has arrived once", async () => {
    const owner = await newPerson(db);
    await connectBot(owner);
    answer = () => ({ status: 429, body: { parameters: { retry_after: 600 } } });
    startDesk();
    await alert(owner, "no money");
    await waitUntil(async () => expect(await messages()).toMatchObject([{ tries: 1, last_error: "answered 429" }]));
    answer = () => ({ status: 200 });
    aheadMs = 11 * MINUTE_MS;
    await waitUntil(async () => expect(await messages()).toMatchObject([{ state: "sent", tries: 2 }]));
    expect(texts()).toHaveLength(2);
  });

  test("that refuses is not asked again, and its user is shown why", async () => {
    const owner = await newPerson(db);
    await connectBot(owner);
    answer = () => ({ status: 403, body: { description: "Forbidden: bot was blocked by the user" } });
    startDesk();
    await alert(owner, "no money");
    await waitUntil(async () => expect(await messages()).toMatchObject([{ state: "failed", tries: 1 }]));
    expect((await bots.find(owner.uid))?.lastError).toBe("answered 403: Forbidden: bot was blocked by the user");
  });

  test("is given up after a day", async () => {
    const owner = await newPerson(db);
    await connectBot(owner);
    answer = () => ({ status: 500 });
    startDesk();
    await alert(owner, "no money");
    await waitUntil(async () => expect(await messages()).toMatchObject([{ state: "waiting", tries: 1 }]));
    aheadMs = DAY_MS + HOUR_MS;
    await waitUntil(async () => expect(await messages()).toMatchObject([{ state: "failed" }]));
    expect(server.seen).toHaveLength(1);
  });

  test("that is silent does not hold up another user's", async () => {
    const [silent, other] = [await newPerson(db), await newPerson(db)];
    await connectBot(silent, `${server.url}/silent`);
    await connectBot(other);
    const isSilent = () => server.seen.at(-1)?.path.startsWith("/silent") === true;
    answer = () => (isSilent() ? undefined : { status: 200 });
    await alert(silent, "one", "two");
    startDesk();
    await waitUntil(() => expect(server.seen).toHaveLength(1));
    await alert(other, "mine");
    await waitUntil(() => expect(texts().filter((text) => text.includes("Reason: mine"))).toHaveLength(1));
    expect(server.seen.filter(({ path }) => path.startsWith("/silent"))).toHaveLength(1);
  });
});

test("a process that is killed after the change loses no alert and repeats none", async () => {
  const owner = await newPerson(db);
  await connectBot(owner);
  const script = await bundleScript(fileURLToPath(new URL("../../../test/support/alert-child.ts", import.meta.url)));
  const args = [JSON.stringify(database.connection), masterKey.toString("hex"), String(owner.ownerUid), "5"];
  const child = new ScriptProcess(script, args);
  onTestFinished(() => child.kill());
  // Killed while it has no answer to its first message, and in the middle of its commits.
  answer = () => undefined;
  await child.heard("committed");
  await waitUntil(() => expect(server.seen.length).toBeGreaterThan(0));
  await child.kill();
  const committed = (await outcomes()).length;
  expect(committed).toBeGreaterThan(0);
  answer = () => ({ status: 200 });
  // As long as the claim of the dead process lasts, its message is not sent.
  aheadMs = 2 * MINUTE_MS;
  startDesk(1_000);
  startDesk(1_000);
  await decided();
  await waitUntil(async () => expect(new Set((await messages()).map(({ state }) => state))).toEqual(new Set(["sent"])));
  expect((await messages()).length).toBe(committed);
  const subjects = (await mails()).map(({ subject }) => subject);
  expect(subjects).toHaveLength(committed);
  expect(new Set(subjects).size).toBe(committed);
  // The request that was in progress when the process died may be repeated: no answer was noted.
  expect(new Set(texts()).size).toBe(committed);
  expect(texts().length).toBeLessThanOrEqual(committed + 1);
});
