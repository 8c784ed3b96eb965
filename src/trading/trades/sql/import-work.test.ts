/** An import whose lease is lost writes nothing, and the next one begins where the last write ended. */
import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { testDatabase } from "../../../../test/support/database.ts";
import { newPerson } from "../../../../test/support/trading-people.ts";
import { sealer as makeSealer } from "../../../kit/auth/seal.ts";
import { acquireLease } from "../../../kit/sql/lease.ts";
import { systemClock } from "../../../kit/time/clock.ts";
import { fromMillis } from "../../../kit/time/instant.ts";
import { exchangeKeyStore } from "../../exchanges/sql/key-store.ts";
import { importLease, type DueKey } from "../import-work.ts";
import type { NewTrade, UsdRates } from "../store.ts";
import { importStore } from "./import-store.ts";
import { importWork } from "./import-work.ts";
import { tradeBooks } from "./trade-books.ts";

const { db } = await testDatabase({ rooms: ["kit", "trading"] });
const rates: UsdRates = { now: () => "1", at: () => "1" };
const work = importWork(db, rates);
const settings = importStore(db);
const keys = exchangeKeyStore(db, makeSealer([{ id: "test", key: randomBytes(32) }]));
const NOW_MS = 1_767_225_600_000;
const at = systemClock().now();

async function newKey(): Promise<DueKey> {
  const { uid } = await newPerson(db);
  const credentials = { token: `key${randomBytes(8).toString("hex")}`, secret: "secretOfTheTest01" };
  const key = await keys.addKey({ ownerUid: uid, uid, exchange: "binance", label: "x", credentials, at }, 100);
  if (!key) throw new Error("the key was not stored");
  const works = { canRead: true, canTrade: true, canWithdraw: false, isIpRestricted: false, error: null };
  await keys.recordTest({ ownerUid: uid, uid, id: key.id, at }, { status: "active", ...works });
  return { keyId: key.id, ownerUid: uid, uid, exchange: "binance", sinceMs: null, codes: [] };
}

async function hold({ keyId }: DueKey): Promise<number> {
  const lease = await acquireLease(db, {
    name: importLease(keyId),
    owner: randomBytes(4).toString("hex"),
    ttlMs: 600_000,
  });
  if (!lease) throw new Error("the lease was not to be had");
  return lease.fence;
}

function trades(key: DueKey, count: number, from = 0): NewTrade[] {
  return Array.from({ length: count }, (_, place) => ({
    owner_uid: key.ownerUid,
    uid: key.uid,
    key_id: key.keyId,
    exchange: key.exchange,
    is_real: true,
    market_id: "btcusdt",
    trade_id: `t${from + place}`,
    exchange_order_id: "1",
    order_id: null,
    strategy_id: 0,
    side: (from + place) % 2 === 0 ? "buy" : "sell",
    base: "BTC",
    quote: "USDT",
    price: String(1_000 + from + place),
    amount: "1",
    fee_currency: null,
    fee_amount: null,
    is_maker: false,
    at_ms: NOW_MS + (from + place) * 60_000,
  }));
}

test("a lease that passed on refuses the writes of who had it, and its import has failed", async () => {
  const key = await newKey();
  const first = await hold(key);
  await work.begin(key, first, NOW_MS);
  const page = { marketId: "btcusdt", untilMs: NOW_MS, nowMs: NOW_MS };
  expect(await work.save(key, first, { ...page, trades: trades(key, 3) })).toBe(3);
  await db.execute({
    name: "test.expireImport",
    text: "update kit.leases set expires_at = 'epoch' where name = $1",
    values: [importLease(key.keyId)],
  });
  const second = await hold(key);
  const lost = work.save(key, first, { ...page, trades: trades(key, 3, 3) });
  await expect(lost).rejects.toMatchObject({ name: "LeaseLost" });
  await work.begin(key, second, NOW_MS);
  expect(await work.save(key, second, { ...page, untilMs: NOW_MS - 5, trades: trades(key, 4) })).toBe(1);
  const kept = { marketId: "btcusdt", untilMs: NOW_MS, askedMs: NOW_MS };
  expect(await work.listMarkets(key.keyId, 10)).toEqual([{ ...kept, completeMs: null }]);
  await work.save(key, second, { ...page, trades: [], completeMs: NOW_MS - 7 });
  expect(await work.listMarkets(key.keyId, 10)).toEqual([{ ...kept, completeMs: NOW_MS - 7 }]);
  expect((await settings.listImports(key.ownerUid, 10)).map(({ state, errors }) => [state, errors])).toEqual([
    ["running", []],
    ["failed", ["It was interrupted"]],
  ]);
});

test("what is due follows the settings: the account's, the key's, and how long ago the last import was", async () => {
  const key = await newKey();
  const due = async (nowMs = NOW_MS) =>
    (await work.listDue(nowMs, ["binance"], 1_000)).some(({ keyId }) => keyId === key.keyId);
  const by = { ownerUid: key.ownerUid, uid: key.uid, at };
  expect(await due()).toBe(false);
  await settings.changeSettings({ ...by, isEnabled: true, intervalSeconds: 600 });
  expect(await due()).toBe(true);
  expect(await work.listDue(NOW_MS, ["kraken"], 1_000)).toEqual([]);
  const fence = await hold(key);
  const none = { fromMs: null, toMs: null, imported: 0, skipped: 0, errors: [], lastOrderId: null };
  const end = { sinceMs: NOW_MS - 5, completeMs: NOW_MS - 4, ...none };
  const id = await work.begin(key, fence, NOW_MS);
  await work.end(key, fence, { ...end, id, state: "completed", nowMs: NOW_MS });
  expect(await settings.listImports(key.ownerUid, 1)).toMatchObject([{ completeMs: NOW_MS - 4 }]);
  expect([await due(NOW_MS + 599_999), await due(NOW_MS + 600_000)]).toEqual([false, true]);
  await settings.changeSettings({ ...by, key: { id: key.keyId, isEnabled: false } });
  expect(await due(NOW_MS + 600_000)).toBe(false);
  expect(await settings.changeSettings({ ...by, key: { id: key.keyId + 1_000_000, isEnabled: false } })).toBe(false);
});

test("how far trades are known is told by the last import that was whole, of every key with an import", async () => {
  const key = await newKey();
  const { ownerUid } = key;
  expect(await settings.listReaches(ownerUid)).toEqual([]);
  const fence = await hold(key);
  const none = { fromMs: null, toMs: null, imported: 0, skipped: 0, errors: [], lastOrderId: null };
  const end = async (completeMs: number | null, nowMs: number) => {
    const state = completeMs === null ? ("failed" as const) : ("completed" as const);
    const id = await work.begin(key, fence, nowMs);
    await work.end(key, fence, { ...none, sinceMs: NOW_MS - 5, completeMs, id, state, nowMs });
  };
  const reach = { keyId: key.keyId, exchange: "binance" };
  await end(null, NOW_MS);
  expect(await settings.listReaches(ownerUid)).toEqual([{ ...reach, completeMs: null, untilAt: null }]);
  await end(NOW_MS - 4, NOW_MS + 1_000);
  await end(null, NOW_MS + 2_000);
  const untilAt = fromMillis(NOW_MS + 1_000);
  expect(await settings.listReaches(ownerUid)).toEqual([{ ...reach, completeMs: NOW_MS - 4, untilAt }]);
});

test("the last hundred imports of a key are kept, also where they do not come to an end", async () => {
  const key = await newKey();
  const fence = await hold(key);
  for (let run = 0; run < 103; run++) await work.begin(key, fence, NOW_MS);
  expect(await settings.listImports(key.ownerUid, 1_000)).toHaveLength(100);
});

test("thousands of trades are counted in pieces, and again from one that comes late on", async () => {
  const key = await newKey();
  const fence = await hold(key);
  const page = { marketId: "btcusdt", untilMs: NOW_MS, nowMs: NOW_MS };
  const all = trades(key, 2_500);
  const [late, ...others] = all;
  if (!late) throw new Error("no trades");
  await work.save(key, fence, { ...page, trades: others });
  const books = tradeBooks(db);
  const view = { ownerUid: key.ownerUid, isReal: true };
  expect(await books.countTrades(view, 1_000)).toBe(1_499);
  expect(await books.countTrades(view, 100_000)).toBe(0);
  // Without the first purchase, each purchase costs a dollar more than what was sold before had brought.
  expect(await books.sums(view)).toMatchObject({ realized: expect.stringMatching(/^-1249(\.0+)?$/), trades: 2_499 });
  await work.save(key, fence, { ...page, trades: [late] });
  expect(await books.countTrades(view, 100_000)).toBe(0);
  // With it, each sale brings a dollar more than what was bought before had cost.
  expect(await books.sums(view)).toMatchObject({ realized: expect.stringMatching(/^1250(\.0+)?$/), trades: 2_500 });
  expect(await books.held(view)).toEqual([]);
});
