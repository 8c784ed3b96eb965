/** Orders of which it is not known for long what became of them. */
import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { testDatabase } from "../../../../test/support/database.ts";
import { newPerson } from "../../../../test/support/trading-people.ts";
import { sealer as makeSealer } from "../../../kit/auth/seal.ts";
import { systemRandom } from "../../../kit/ids/ids.ts";
import { fromMillis } from "../../../kit/time/instant.ts";
import { MINUTE_MS } from "../../../kit/time/spans.ts";
import { exchangeKeyStore } from "../../exchanges/sql/key-store.ts";
import type { JournalState } from "../core/journal-order.ts";
import { orderStore } from "./order-store.ts";
import { unknownOrders } from "./unknown-orders.ts";
import { writeChanges } from "./write-changes.ts";

const { db } = await testDatabase({ rooms: ["kit", "trading"] });
const NOW_MS = 1_767_225_600_000;

test("an order is alerted of once for each time that it stays unknown, or its cancel unproved", async () => {
  const { ownerUid } = await newPerson(db);
  const keys = exchangeKeyStore(db, makeSealer([{ id: "test", key: randomBytes(32) }]));
  const at = fromMillis(NOW_MS);
  const credentials = { token: "key0000000000000", secret: "secretOfTheTest01" };
  const key = await keys.addKey({ ownerUid, uid: ownerUid, exchange: "binance", label: "", credentials, at }, 100);
  const keyId = key?.id ?? 0;
  const tested = { canRead: true, canTrade: true, canWithdraw: false, isIpRestricted: false, error: null } as const;
  await keys.recordTest({ ownerUid, uid: ownerUid, id: keyId, at }, { ...tested, status: "active" });
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
  let version = 0;
  let from: JournalState = order.state;
  const become = (state: JournalState, atMs: number) =>
    db.transaction(async (tx) => {
      version++;
      const about = { id: terms.id, keyId, ownerUid, version, order: { ...order, state }, from, atMs };
      const rest = { event: "unclear", why: "no answer", cost: "0", handedMs: NOW_MS, isQuiet: false } as const;
      const nothing = { fill: undefined, alerts: [], pauses: false, isDeferred: false, followedIds: [] };
      await writeChanges(tx, 1, [{ ...about, ...rest, ...nothing }]);
      from = state;
    });
  const alert = (nowMs: number) => unknownOrders(db).alert(nowMs - 5 * MINUTE_MS, nowMs);

  expect(await unknownOrders(db).readDoubt()).toEqual({ orders: 0, oldestMs: null });
  await become("unknown", NOW_MS);
  expect(await unknownOrders(db).readDoubt()).toEqual({ orders: 1, oldestMs: NOW_MS });
  expect(await alert(NOW_MS + 5 * MINUTE_MS - 1)).toBe(0);
  expect(await alert(NOW_MS + 5 * MINUTE_MS)).toBe(1);
  expect(await alert(NOW_MS + 60 * MINUTE_MS)).toBe(0);
  await become("open", NOW_MS + 61 * MINUTE_MS);
  expect(await unknownOrders(db).readDoubt()).toEqual({ orders: 0, oldestMs: null });
  await become("unknown", NOW_MS + 62 * MINUTE_MS);
  expect(await unknownOrders(db).readDoubt()).toEqual({ orders: 1, oldestMs: NOW_MS + 62 * MINUTE_MS });
  expect(await alert(NOW_MS + 63 * MINUTE_MS)).toBe(0);
  expect(await alert(NOW_MS + 67 * MINUTE_MS)).toBe(1);
  // What lives has no doubt, but a cancel that nothing proves has.
  await become("open", NOW_MS + 68 * MINUTE_MS);
  expect(await alert(NOW_MS + 90 * MINUTE_MS)).toBe(0);
  await become("cancel_pending", NOW_MS + 90 * MINUTE_MS);
  expect(await alert(NOW_MS + 95 * MINUTE_MS - 1)).toBe(0);
  expect(await alert(NOW_MS + 95 * MINUTE_MS)).toBe(1);
  expect(await alert(NOW_MS + 200 * MINUTE_MS)).toBe(0);
  const kept = await db.query<{ kind: string; data: string }>({
    name: "test.unknownAlerts",
    text: "select kind, data from trading.alerts order by id",
  });
  expect(kept.map(({ kind, data }) => [kind, JSON.parse(data)])).toMatchObject([
    ["order_unknown", { since: NOW_MS / 1000, order: { order_id: String(terms.id), state: "unknown" } }],
    ["order_unknown", { since: NOW_MS / 1000 + 62 * 60 }],
    ["order_unknown", { since: NOW_MS / 1000 + 90 * 60, order: { state: "cancel_pending" } }],
  ]);
});
