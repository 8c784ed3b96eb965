/** Orders of ours that their owner raises at the exchange by hand. */
import { afterAll, expect, test } from "vitest";
import { testDatabase } from "../../../test/support/database.ts";
import { deskWorld } from "../../../test/support/desk-world.ts";
import { fine } from "../../../test/support/execution-row.ts";
import { differences } from "../../../test/support/order-crash/crash-differences.ts";
import { untilOver } from "../../../test/support/order-crash/crash-cases.ts";
import { HasteningClock } from "../../../test/support/order-crash/hastening-clock.ts";
import { waitUntil } from "../../../test/support/wait-until.ts";
import { parseAmount } from "../../kit/money/amount.ts";

const { db } = await testDatabase({ rooms: ["kit", "trading"] });
const { loop, ownerUid, orders, start, ask, stateOf, newKey } = await deskWorld(db);
afterAll(() => loop.close());

test("an order that is raised at the exchange by hand fills as a whole, and its owner is told", async () => {
  const customer = await newKey();
  const id = await ask(customer, "binance", Date.now());
  const [ours] = await orders.readOrders([id]);
  const amended = (change: { readonly amount: string; readonly price?: string }): void => {
    loop.loopback.apply({
      kind: "amend",
      account: customer.account,
      marketId: "btcusdt",
      order: { clientOrderId: ours?.order.clientOrderId ?? "" },
      amount: parseAmount(change.amount),
      ...(change.price !== undefined && { price: parseAmount(change.price) }),
      atMs: loop.loopback.nowMs(),
    });
  };
  start([loop.exchange]);
  await waitUntil(async () => expect(await stateOf(id)).toEqual(["open", ""]));
  amended({ amount: "0.02" });
  const kept = async () => (await orders.readOrders([id]))[0]?.order;
  await waitUntil(async () => expect((await kept())?.amount).toBe(fine("0.02")));
  expect((await kept())?.state).toBe("open");
  amended({ amount: "0.02", price: "1000000" });
  await untilOver(db, customer, new HasteningClock());
  expect(await differences(db, loop.loopback, customer, [])).toEqual([]);
  expect(await kept()).toMatchObject({ state: "filled", filled: fine("0.02"), booked: fine("0.02") });
  const alerts = await db.query({
    name: "test.alertsOfRaised",
    text: "select kind from trading.alerts where owner_uid = $1",
    values: [ownerUid],
  });
  expect(alerts).toEqual([{ kind: "order_raised" }]);
});
