/** Orders that have set money aside are found without the history of their key, whatever PostgreSQL knows of the tables. */
import { expect, test } from "vitest";
import { testDatabase } from "../../../../test/support/database.ts";
import { reservingOrders } from "./reserving-orders.ts";

const { db } = await testDatabase({ rooms: ["kit", "trading"] });

/** The lines of the plan that say how orders are found, and what is left out of what was found. */
async function scansOfOrders(): Promise<readonly string[]> {
  const lines = await db.query<{ "QUERY PLAN": string }>({
    name: "test.planOfReserving",
    text: `explain select o.id from trading.key_balances b, lateral (${reservingOrders("b")}) o
      where b.key_id = 1 and b.currency = 'USDT'`,
  });
  return lines.flatMap(
    (line) => /(?:Index Scan (?:using|on)|Seq Scan on) orders\w*|Filter: .*/.exec(line["QUERY PLAN"])?.[0] ?? [],
  );
}

const PARTS = ["orders_ended", "orders_unsettled"].map((index) => expect.stringMatching(`^Index Scan \\w+ ${index}$`));

test("each part is read from its own index, and nothing is filtered out afterwards", async () => {
  expect((await scansOfOrders()).toSorted()).toEqual(PARTS);
});

test.each([5_000, 20_000])("also where PostgreSQL knows that a key has had %i orders", async (count) => {
  await db.execute({
    name: "test.manyOrders",
    text: `insert into trading.orders (id, client_order_id, intent, owner_uid, uid, key_id, exchange, market_id, side, type, amount,
        created_ms, send_at_ms, expire_after_ms, has_command, updated_ms, need_currency, need_amount, is_settled, ended_ms)
      select n, n, n, 1, 1, 1, 'binance', 'btcusdt', 'buy', 'market', 1, n, n, 0, false, n, 'USDT', 1, n % 500 <> 0, n
      from generate_series($1::integer + 1, 2 * $1) as n`,
    values: [count],
  });
  await db.execute({ name: "test.knowOrders", text: "analyze trading.orders" });
  expect((await scansOfOrders()).toSorted()).toEqual(PARTS);
});
