/** Orders that may be open keep their key from being deleted, unless nobody can cancel them with it any more. */
import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { testDatabase } from "../../../../test/support/database.ts";
import { newPerson } from "../../../../test/support/trading-people.ts";
import { sealer as makeSealer } from "../../../kit/auth/seal.ts";
import { systemRandom } from "../../../kit/ids/ids.ts";
import { fromMillis } from "../../../kit/time/instant.ts";
import { exchangeKeyStore } from "../../exchanges/sql/key-store.ts";
import { orderStore, ordersOpenAtKey } from "./order-store.ts";
import { unknownOrders } from "./unknown-orders.ts";

const { db } = await testDatabase({ rooms: ["kit", "trading"] });
const NOW_MS = 1_767_225_600_000;
const sealer = makeSealer([{ id: "test", key: randomBytes(32) }]);
const keys = exchangeKeyStore(db, sealer, { activeStrategies: async () => [], openOrders: ordersOpenAtKey });
const TOLD = { canRead: null, canTrade: null, canWithdraw: null, isIpRestricted: null } as const;

test("a key that its exchange refuses is deleted with the orders that it has left there, and they are in doubt no more", async () => {
  const { ownerUid } = await newPerson(db);
  const at = fromMillis(NOW_MS);
  const credentials = { token: "key0000000000000", secret: "secretOfTheTest01" };
  const key = await keys.addKey({ ownerUid, uid: ownerUid, exchange: "binance", label: "", credentials, at }, 100);
  const change = { ownerUid, uid: ownerUid, id: key?.id ?? 0, at };
  await keys.recordTest(change, { ...TOLD, status: "active", error: null });
  const stored = await orderStore(db, systemRandom()).addBatch({
    ownerUid,
    uid: ownerUid,
    keyId: change.id,
    exchange: "binance",
    order: { marketId: "btcusdt", side: "buy", type: "limit", amount: "0.01", price: "10000" },
    sendAtMs: [NOW_MS, NOW_MS + 3_600_000],
    intervalMs: 3_600_000,
    expireAfterMs: 0,
    nowMs: NOW_MS,
  });
  const [sent = 0, scheduled = 0] = stored?.orders.map(({ terms }) => terms.id) ?? [];
  await setOrder(sent, "unknown", 1);
  await db.execute({
    name: "test.addDoubt",
    text: "insert into trading.order_transitions values ($1, 1, 'sent', 'unknown', 'unclear', '', $2)",
    values: [sent, NOW_MS],
  });
  expect(await keys.removeKey(change)).toEqual({ strategies: [], openOrders: [sent, scheduled] });

  await keys.recordTest(change, { ...TOLD, status: "invalid", error: "Invalid API-key" });
  // What was not sent yet can be cancelled here, whatever the exchange says.
  expect(await keys.removeKey(change)).toEqual({ strategies: [], openOrders: [scheduled] });
  await setOrder(scheduled, "not_sent", null);
  expect(await unknownOrders(db).readDoubt()).toMatchObject({ orders: 1 });
  expect(await keys.removeKey(change)).toMatchObject({ leftOrders: [{ id: sent, code: "binance-btcusdt" }] });
  expect(await unknownOrders(db).readDoubt()).toEqual({ orders: 0, oldestMs: null });
});

const setOrder = (id: number, state: string, fence: number | null): Promise<number> =>
  db.execute({
    name: "test.setOrder",
    text: `update trading.orders set state = $2, claimed_fence = $3, is_settled = $3::bigint is null, has_command = false
      where id = $1`,
    values: [id, state, fence],
  });
