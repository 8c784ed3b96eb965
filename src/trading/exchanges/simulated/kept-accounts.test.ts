/** Accounts at simulated exchanges and on paper, kept in the database. */
import { afterEach, describe, expect, test } from "vitest";
import { testDatabase } from "../../../../test/support/database.ts";
import { exchangeContract } from "../../../../test/support/exchange-contract/exchange-contract.ts";
import { failingDatabase } from "../../../../test/support/failing-database.ts";
import { othersPlace, QUIET, quietVenue } from "../../../../test/support/exchange-contract/quiet-venue.ts";
import { manualClock } from "../../../../test/support/manual-clock.ts";
import { keptExchange, seatsOf } from "../../../../test/support/simulated-accounts.ts";
import { toMillis } from "../../../kit/time/instant.ts";
import { paperExchange } from "../paper/paper-exchange.ts";
import type { Exchange, NewOrder, OrderSink } from "../port.ts";
import { simulatedExchange } from "./simulated-exchange.ts";
import { SimulatedFaults } from "./simulated-faults.ts";

const { db } = await testDatabase({ rooms: ["kit", "trading"] });
const opened: Exchange[] = [];
let cases = 0;

afterEach(async () => {
  for (const exchange of opened.splice(0)) await exchange.close();
});

exchangeContract("a simulated venue whose accounts are kept", () => {
  const clock = manualClock();
  const faults = new SimulatedFaults();
  const venue = quietVenue(toMillis(clock.now()));
  const exchange = simulatedExchange(venue, { clock, faults, seats: seatsOf(db, `simquiet${++cases}`, clock) });
  return Promise.resolve({
    exchange,
    ...QUIET,
    credentials: { token: "contract", secret: "contract" },
    othersPlace: (order) => Promise.resolve(othersPlace(venue, order)),
    settle: () => clock.advance(60),
    faults: {
      loseNextPlace: (when) => faults.loseNextPlace(when),
      refuseNext: () => faults.refuseNext(),
      dropStreams: () => faults.dropStreams(),
      skipBookChange: () => faults.skipBookChange(),
    },
    close: () => exchange.close(),
  });
});

function open(): Exchange {
  const exchange = keptExchange(db);
  opened.push(exchange);
  return exchange;
}

const far: NewOrder = {
  marketId: "btcusdt",
  clientOrderId: "far1",
  side: "sell",
  type: "limit",
  amount: "2",
  price: "900000",
};

describe("an account at a simulated exchange", () => {
  test("is the same after a restart: money, orders and fills, with their ids", async () => {
    const first = open();
    const ann = first.account({ token: "ann", secret: "" });
    await ann.place({ ...far, clientOrderId: "sold1", type: "market", amount: "1" });
    await ann.place(far);
    await ann.place({ ...far, clientOrderId: "stop1", type: "stop", side: "buy", amount: "0.01", stopPrice: "900000" });
    const before = {
      balances: await ann.balances(),
      open: await ann.openOrders(),
      closed: await ann.closedOrders("btcusdt", { limit: 10 }),
      fills: await ann.fills("btcusdt", { limit: 10 }),
    };
    await first.close();

    const again = open().account({ token: "ann", secret: "" });
    expect(await again.openOrders()).toEqual(before.open);
    expect(before.open).toHaveLength(2);
    expect(await again.closedOrders("btcusdt", { limit: 10 })).toEqual(before.closed);
    expect(await again.fills("btcusdt", { limit: 10 })).toEqual(before.fills);
    expect(new Map((await again.balances()).map((each) => [each.currency, each]))).toEqual(
      new Map(before.balances.map((each) => [each.currency, each])),
    );
    expect((await again.balances()).find((each) => each.currency === "BTC")).toMatchObject({
      free: "7.00000000",
      used: "2.00000000",
    });
    await expect(again.place({ ...far, clientOrderId: "sold1" })).rejects.toMatchObject({ reason: "duplicate" });
  });

  test("belongs to one process at a time: the next one gets it, and its watch in the first is told to look", async () => {
    const here = open().account({ token: "bob", secret: "" });
    const there = open().account({ token: "bob", secret: "" });
    await here.place(far);
    await here.cancel(far);
    let resyncs = 0;
    const sink: OrderSink = { order: () => {}, fill: () => {}, resynced: () => resyncs++ };
    await here.watch(sink);
    expect(await there.find(far)).toMatchObject({ state: "canceled" });
    await there.place({ ...far, clientOrderId: "far2" });
    expect(resyncs).toBe(2);
    expect(await here.openOrders()).toMatchObject([{ clientOrderId: "far2", state: "open" }]);
  });

  test("has no orders in the books of a process that gave it away", async () => {
    const first = open();
    const cid = first.account({ token: "cid", secret: "" });
    const { asks } = await first.book("btcusdt", 1);
    const best = ((asks[0] ?? 0) - 0.1).toFixed(1);
    await cid.place({ ...far, price: best, amount: "9", type: "stop_limit", stopPrice: "1" });
    await cid.place({ ...far, clientOrderId: "far3", amount: "0.5" });
    await open().account({ token: "cid", secret: "" }).balances();
    const levels = Array.from((await first.book("btcusdt", 1000)).asks);
    expect(levels).not.toContain(900_000);
  });
});

test("an account on paper is the same after a restart, and what was open is filled when the market comes to it", async () => {
  const clock = manualClock();
  const venue = quietVenue(toMillis(clock.now()));
  const live = simulatedExchange(venue, { clock });
  const start = (): Exchange => paperExchange(live, { clock, seats: seatsOf(db, "simquiet_paper", clock) });
  const mine: NewOrder = { ...far, side: "buy", amount: "1", price: "999" };
  const first = start();
  await first.account({ token: "dan", secret: "" }).place(mine);
  await first.close();

  const second = start();
  const dan = second.account({ token: "dan", secret: "" });
  expect(await dan.openOrders()).toMatchObject([{ clientOrderId: "far1", state: "open" }]);
  await clock.advance(60);
  othersPlace(venue, { side: "sell", price: "990", amount: "1" });
  await clock.advance(60);
  expect(await dan.find(mine)).toMatchObject({ state: "filled" });
  await second.close();

  const third = start();
  expect(await third.account({ token: "dan", secret: "" }).find(mine)).toMatchObject({ state: "filled" });
  expect(
    (await third.account({ token: "dan", secret: "" }).balances()).find((each) => each.currency === "BTC")?.free,
  ).not.toBe("10.00000000");
  await third.close();
  await live.close();
});

test("an order that cannot be saved is unknown, and afterwards all of it has happened or nothing", async () => {
  const failing = failingDatabase(db);
  const exchange = keptExchange(failing.db);
  opened.push(exchange);
  const eve = exchange.account({ token: "eve", secret: "" });
  await eve.place(far);
  failing.mood = "refuses";
  await expect(eve.place({ ...far, clientOrderId: "far2" })).rejects.toMatchObject({ kind: "unknown" });
  failing.mood = "well";
  const again = open().account({ token: "eve", secret: "" });
  const placed = (await again.openOrders()).map((each) => each.clientOrderId);
  const bitcoin = (await again.balances()).find((each) => each.currency === "BTC");
  expect(placed).toContain("far1");
  expect(bitcoin?.used).toBe(placed.includes("far2") ? "4.00000000" : "2.00000000");
  // The first process may not know yet that it has lost the account.
  const found = () =>
    eve.find({ ...far, clientOrderId: "far2" }).then(
      (report) => report?.state ?? "none",
      () => "failed",
    );
  await expect.poll(found).toBe(placed.includes("far2") ? "open" : "none");
});

test("an order that the database refuses each time is unknown, and holds up no other", async () => {
  const exchange = open();
  const [ann, bob] = [
    exchange.account({ token: "refused", secret: "" }),
    exchange.account({ token: "other", secret: "" }),
  ];
  await ann.place(far);
  await db.execute({
    name: "test.refuseOrder",
    text: "alter table trading.simulated_orders add constraint test_refused check (body ->> 'clientOrderId' <> 'refused1')",
  });
  await expect(ann.place({ ...far, clientOrderId: "refused1" })).rejects.toMatchObject({ kind: "unknown" });
  expect(await bob.place(far)).toMatchObject({ state: "open" });
  expect((await ann.openOrders()).map(({ clientOrderId }) => clientOrderId)).toEqual(["far1"]);
  await db.execute({
    name: "test.allowOrder",
    text: "alter table trading.simulated_orders drop constraint test_refused",
  });
});

test("an account that cannot be brought whole is neither used nor saved, and another process can have it at once", async () => {
  const seats = seatsOf(db, "simbroken");
  let left = 0;
  const seat = seats.seat("ann", {
    prepare: () => Promise.resolve(),
    bring: () => {
      throw new Error("half of it is there");
    },
    leave: () => void left++,
    sum: () => ({ balances: new Map([["BTC", 0n]]), lastOrderId: 0, lastTradeId: 0 }),
    isBusy: () => false,
  });
  let used = 0;
  for (const time of [1, 2]) {
    await expect(seat.use(() => Promise.resolve(used++))).rejects.toMatchObject({ kind: "unavailable" });
    expect([left, used]).toEqual([time, 0]);
  }
  const other = seatsOf(db, "simbroken");
  const hold = await other.store.hold("ann");
  expect(hold?.isHeld()).toBe(true);
  expect(await other.store.load("ann")).toBeUndefined();
  await hold?.release();
  await seats.close();
  await other.close();
});
