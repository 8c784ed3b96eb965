/** The alerts of users, in the commit of what has happened. */
import { randomBytes } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { testDatabase } from "../../../test/support/database.ts";
import { newPerson } from "../../../test/support/trading-people.ts";
import { sealer as makeSealer } from "../../kit/auth/seal.ts";
import { systemRandom } from "../../kit/ids/ids.ts";
import { fromMillis } from "../../kit/time/instant.ts";
import { orderStore } from "../engine/sql/order-store.ts";
import { writeChanges } from "../engine/sql/write-changes.ts";
import { exchangeKeyStore } from "../exchanges/sql/key-store.ts";
import { recordAlerts } from "./index.ts";
import { alertList } from "./sql/alert-list.ts";
import { userWebhookStore } from "../webhooks/sql/user-webhook-store.ts";

const { db } = await testDatabase({ rooms: ["kit", "trading"] });
const sealer = makeSealer([{ id: "test", key: randomBytes(32) }]);
const keys = exchangeKeyStore(db, sealer);
const owner = await newPerson(db);
const { ownerUid } = owner;
const member = await newPerson(db, { owner });
const NOW_MS = 1_767_225_600_000;
const at = fromMillis(NOW_MS);
const wanted = { url: "https://hooks.example.com/", label: "", events: ["risk.alert"], secret: "secret" } as const;
const newWebhook = async (uid: number) => {
  const made = await userWebhookStore(db, sealer).create({ ownerUid, uid, onlyUid: null, at }, wanted, 10);
  return made?.id ?? "";
};
const webhook = await newWebhook(ownerUid);
/** Of a sub-account that sees all profiles and uses the keys of the main account. */
const members = await newWebhook(member.uid);

beforeEach(() => db.execute({ name: "test.forgetAlerts", text: "delete from trading.webhook_deliveries" }));

async function alerts(id = webhook) {
  const rows = await db.query<{ payload: string }>({
    name: "test.alerts",
    text: "select payload from trading.webhook_deliveries where event = 'risk.alert' and webhook_id = $1 order by id",
    values: [id],
  });
  return rows.map(({ payload }) => JSON.parse(payload));
}

async function newKey(uid: number): Promise<number> {
  const credentials = { token: `key${randomBytes(8).toString("hex")}`, secret: "secretOfTheTest01" };
  const key = await keys.addKey({ ownerUid, uid, exchange: "binance", label: "Mine", credentials, at }, 100);
  if (!key) throw new Error("the key was not stored");
  return key.id;
}

const WORKS = { canRead: true, canTrade: true, canWithdraw: false, isIpRestricted: false, error: null } as const;

test("a key that its exchange does not take is an alert, one that it takes is none", async () => {
  const id = await newKey(member.uid);
  const change = { ownerUid, uid: member.uid, id, at };
  await keys.recordTest(change, { ...WORKS, status: "active" });
  expect(await alerts()).toEqual([]);
  await keys.recordTest(change, { ...WORKS, status: "invalid", error: "Invalid API-key." });
  expect(await alerts()).toMatchObject([
    { alert: "key_refused", user: String(member.uid), apikey: String(id), label: "Mine", reason: "Invalid API-key." },
  ]);
});

test("an order that the exchange denies, and one that appears after all, are alerts in the commit of the change", async () => {
  const keyId = await newKey(ownerUid);
  await keys.recordTest({ ownerUid, uid: ownerUid, id: keyId, at }, { ...WORKS, status: "active" });
  const stored = await orderStore(db, systemRandom()).addBatch({
    ownerUid,
    uid: ownerUid,
    keyId,
    exchange: "binance",
    order: { marketId: "btcusdt", side: "buy", type: "limit", amount: "0.01", price: "10000" },
    sendAtMs: [NOW_MS],
    intervalMs: 0,
    expireAfterMs: 0,
    nowMs: NOW_MS,
  });
  const [first] = stored?.orders ?? [];
  if (!first) throw new Error("the order was not stored");
  const { terms, order } = first;
  const change = {
    id: terms.id,
    keyId,
    ownerUid,
    version: 1,
    order: { ...order, state: "missing" },
    from: "unknown",
    event: "absent",
    why: "nothing knows it",
    cost: "0",
    handedMs: null,
    atMs: NOW_MS,
    isQuiet: false,
    fill: undefined,
    alerts: ["alert_missing"],
    pauses: false,
    isDeferred: false,
    followedIds: [],
  } as const;
  const undone = db.transaction(async (tx) => {
    await writeChanges(tx, 1, [change]);
    throw new Error("undone");
  });
  await expect(undone).rejects.toThrow("undone");
  expect(await alerts()).toEqual([]);
  await db.transaction((tx) => writeChanges(tx, 1, [change]));
  const next = { ...change, version: 2, order: { ...order, state: "canceled" }, from: "missing" } as const;
  await db.transaction((tx) => writeChanges(tx, 1, [{ ...next, why: "", alerts: ["alert_appeared"] }]));
  const about = { account: String(ownerUid), at: "2026-01-01T00:00:00Z" };
  expect(await alerts()).toMatchObject([
    {
      ...about,
      alert: "order_missing",
      reason: "nothing knows it",
      order: { order_id: String(terms.id), state: "missing" },
    },
    { ...about, alert: "order_appeared", reason: null, order: { code: "binance-btcusdt", apikey: String(keyId) } },
  ]);
  expect(await alerts(members)).toEqual(await alerts());
});

test("an alert with a subject is one, however often it is recorded", async () => {
  const record = () =>
    db.transaction((tx) =>
      recordAlerts(tx, [ownerUid], () => [
        { kind: "order_unknown", ownerUid, uid: ownerUid, subject: "one", at, why: "", data: {} },
      ]),
    );
  await record();
  await record();
  expect(await alerts()).toHaveLength(1);
  const kept = await db.query<{ kept: number }>({
    name: "test.keptAlerts",
    text: "select count(*) as kept from trading.alerts where subject = 'one'",
  });
  expect(kept).toEqual([{ kept: 1 }]);
});

test("a sub-account is alerted of the keys that it may use, and of no other user's own", async () => {
  const other = await newPerson(db, { owner });
  for (const uid of [ownerUid, other.uid]) {
    const id = await newKey(uid);
    await keys.recordTest({ ownerUid, uid, id, at }, { ...WORKS, status: "invalid", error: "refused" });
  }
  expect((await alerts()).map(({ user }) => user)).toEqual([String(ownerUid), String(other.uid)]);
  expect((await alerts(members)).map(({ user }) => user)).toEqual([String(ownerUid)]);
});

test("an alert of a key reaches a sub-account only where it may use the exchange, by webhook and in its list", async () => {
  const id = await newKey(ownerUid);
  const limitTo = (exchanges: readonly string[]) =>
    db.execute({
      name: "test.limitMember",
      text: "update trading.users set rights = rights || jsonb_build_object('exchanges', $2::text[]) where id = $1",
      values: [member.uid, exchanges],
    });
  const refuse = () =>
    keys.recordTest({ ownerUid, uid: ownerUid, id, at }, { ...WORKS, status: "invalid", error: "no" });
  await limitTo(["kraken"]);
  await refuse();
  expect(await alerts(members)).toEqual([]);
  await limitTo(["kraken", "binance"]);
  await refuse();
  expect(await alerts(members)).toMatchObject([{ alert: "key_refused", apikey: String(id) }]);

  const view = { ownerUid, uid: member.uid, seesProfiles: true, usesMasterKeys: true };
  const ofKey = async (exchanges: readonly string[] | null) => {
    const { alerts: listed } = await alertList(db).list({ ...view, exchanges }, { limit: 100, offset: 0 });
    return listed.filter(({ data }) => data.includes(`"${id}"`)).length;
  };
  expect(await Promise.all([null, ["binance"], ["kraken"]].map(ofKey))).toEqual([2, 2, 0]);
});
