/** Orders that left, and of which the database has lost that, as a failover loses it: stored as if nothing had been sent. */
import { afterAll, expect, test } from "vitest";
import { changed } from "../../../test/support/changed-exchange.ts";
import { testDatabase } from "../../../test/support/database.ts";
import { deskWorld } from "../../../test/support/desk-world.ts";
import { closeCase } from "../../../test/support/order-crash/crash-cases.ts";
import { HasteningClock } from "../../../test/support/order-crash/hastening-clock.ts";
import { waitUntil } from "../../../test/support/wait-until.ts";
import { parseFine } from "../../kit/money/fine.ts";
import { senderLease } from "./store.ts";

const { db } = await testDatabase({ rooms: ["kit", "trading"] });
const { loop, ownerUid, orders, start, ask, newKey } = await deskWorld(db);
afterAll(() => loop.close());

/** Takes the last moment out of the database: that an order was claimed, sent and traded, and that its sender has a lease. */
async function loseMoment(id: number, keyId: number, isCancelled: boolean): Promise<void> {
  await db.transaction(async (tx) => {
    for (const table of ["order_fills", "order_transitions"]) {
      await tx.execute({
        name: `test.lose_${table}`,
        text: `delete from trading.${table} where order_id = $1`,
        values: [id],
      });
    }
    await tx.execute({
      name: "test.loseSending",
      text: `update trading.orders set state = 'created', claimed_fence = null, handed_ms = null, exchange_order_id = '', filled = 0,
          cost = 0, version = 1, was_seen = false, reported_ms = 0, ended_ms = 0, is_settled = false, lookup = 'none',
          lookup_at_ms = null, has_command = true, held_ms = null, cancel_asked_ms = case when $2 then 1 end
        where id = $1`,
      values: [id, isCancelled],
    });
    await tx.execute({
      name: "test.loseLease",
      text: "delete from kit.leases where name = $1",
      values: [senderLease(keyId)],
    });
  });
}

const sent = (): number =>
  loop.loopback.requests.filter(({ method, path }) => method === "POST" && path === "/api/v3/order").length;

test.each([
  ["a trade, is neither sent again nor called missed", "market", false, "filled"],
  ["a rest that is to be cancelled, is not called unsent", "limit", true, "canceled"],
] as const)("an order that left before the database lost it, %s", async (_, type, isCancelled, end) => {
  const customer = await newKey();
  start([loop.exchange]);
  const id = await ask(customer, "binance", Date.now(), { type });
  const booked = type === "market" ? parseFine("0.01") : 0n;
  const untilIs = (state: string) =>
    waitUntil(async () => expect((await orders.readOrders([id]))[0]?.order).toMatchObject({ state, booked }));
  await untilIs(type === "market" ? "filled" : "open");
  const before = sent();
  await loseMoment(id, customer.keyId, isCancelled);
  await untilIs(end);
  expect(sent()).toBe(before);
  await closeCase(db, customer);
});

test("a trade that a process without memory of it calls missed is booked when the exchange shows it", async () => {
  const customer = await newKey();
  const first = start([loop.exchange]);
  const id = await ask(customer, "binance", Date.now(), { type: "market" });
  const kept = async () => (await orders.readOrders([id]))[0]?.order;
  await waitUntil(async () => expect(await kept()).toMatchObject({ booked: parseFine("0.01") }));
  // So that the market is one of those that the key has used lately.
  const other = await ask(customer, "binance", Date.now(), { type: "market" });
  await waitUntil(async () => expect((await orders.readOrders([other]))[0]?.order.booked).toBe(parseFine("0.01")));
  await first.stop();
  await loseMoment(id, customer.keyId, false);
  await db.execute({
    name: "test.longAgo",
    text: "update trading.orders set send_at_ms = send_at_ms - 3600000 where id = $1",
    values: [id],
  });
  const before = sent();
  const clock = new HasteningClock();
  start([changed(loop.exchange, () => ({ watch: () => Promise.resolve({ stop: () => Promise.resolve() }) }))], {
    clock,
  });
  await waitUntil(async () => expect((await kept())?.state).toBe("not_sent"));
  clock.hurry(10);
  await waitUntil(async () => expect(await kept()).toMatchObject({ state: "not_sent", booked: parseFine("0.01") }));
  expect(sent()).toBe(before);
  const [{ kind } = { kind: "" }] = await db.query<{ kind: string }>({
    name: "test.alertOfMissed",
    text: "select kind from trading.alerts where owner_uid = $1 and kind = 'order_late_fill'",
    values: [ownerUid],
  });
  expect(kind).toBe("order_late_fill");
  await closeCase(db, customer);
});
