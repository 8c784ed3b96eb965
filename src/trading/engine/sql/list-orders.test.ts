/** Lists of orders with many trades, on PostgreSQL. */
import { expect, test } from "vitest";
import { testDatabase } from "../../../../test/support/database.ts";
import { newPerson } from "../../../../test/support/trading-people.ts";
import type { Database } from "../../../kit/sql/database.ts";
import { systemRandom } from "../../../kit/ids/ids.ts";
import { orderJournal } from "./order-journal.ts";
import { orderStore } from "./order-store.ts";
import { readFollowedOrders } from "./followed-orders.ts";
import { listStrategyOrders } from "./strategy-orders.ts";

const TRADES = 2_000;
const KEY_ID = 71;
const { db } = await testDatabase({ rooms: ["kit", "trading"] });
const { ownerUid } = await newPerson(db);

/** An order of a strategy with so many trades of 0.001 each. */
async function storeOrder(id: number): Promise<void> {
  await db.execute({
    name: "test.insertTradedOrder",
    text: `insert into trading.orders (id, client_order_id, intent, owner_uid, uid, key_id, strategy_id, exchange,
        market_id, side, type, amount, filled, cost, created_ms, send_at_ms, updated_ms, state, is_settled,
        has_command)
      values ($1::bigint, 'c' || $1::bigint, 'test/' || $1::bigint, $2, $2, $3, 5, 'binance', 'btcusdt', 'buy', 'market',
        10, 2, 200, 1, 1, 1, 'canceled', true, false)`,
    values: [id, ownerUid, KEY_ID],
  });
  await db.execute({
    name: "test.insertTrades",
    text: `insert into trading.order_fills (key_id, market_id, trade_id, order_id, price, amount, is_maker, at_ms)
      select $2, 'btcusdt', $1::bigint || '/' || place, $1::bigint, 100, 0.001, false, place
      from generate_series(1, ${TRADES}) as place`,
    values: [id, KEY_ID],
  });
}

test("requests that list orders read what was booked of them, and not every trade", async () => {
  await storeOrder(501);
  await storeOrder(502);
  let rows = 0;
  const counted = new Proxy(db, {
    get(target, name: keyof Database) {
      if (name !== "query") return target[name];
      return async (statement: Parameters<Database["query"]>[0]) => {
        const found = await target.query(statement);
        rows += found.length;
        return found;
      };
    },
  });
  const orders = orderStore(counted, systemRandom());
  const both = [501, 502].map((id) => ({ terms: { id }, order: { state: "canceled", booked: 2n * 10n ** 18n } }));
  const at = { keyIds: [KEY_ID] };
  expect(await orders.listEnded(at, 0, { limit: 10, offset: 0 })).toMatchObject(both.toReversed());
  expect(await orders.readOrders([501, 502])).toMatchObject(both);
  expect(await orders.findOrder(KEY_ID, "501", undefined)).toMatchObject(both[0] ?? {});
  const reported = { ownerUid, keyId: KEY_ID, exchangeOrderIds: [], clientOrderIds: ["c501"] };
  expect(await orders.listReported(reported)).toMatchObject([both[0]]);
  const market = { ownerUid, uid: null, exchange: "binance", marketId: "btcusdt", before: 1_000, limit: 10 };
  const listed = await listStrategyOrders(counted, market);
  expect(listed.map(({ kept }) => kept)).toMatchObject(both.toReversed());
  expect(rows).toBeLessThan(50);
  const followed = await readFollowedOrders(counted, { id: 5, ownerUid, uid: null, limit: 10 });
  expect(followed?.orders).toMatchObject(both.toReversed());
  expect(rows).toBeLessThan(TRADES);
});

test("the journal reads every trade of an order that it looks after", async () => {
  await storeOrder(503);
  const kept = await orderJournal(db, systemRandom()).findByClientId("c503");
  expect(kept?.order.fills.size).toBe(TRADES);
  expect(kept?.worth).toBe(200n * 10n ** 18n);
});
