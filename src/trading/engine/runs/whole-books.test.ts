/** A strategy that trades by levels behind the best prices: the same, whether its process keeps the book or another one does. */
import { randomBytes } from "node:crypto";
import { expect, onTestFinished, test } from "vitest";
import { testDatabase } from "../../../../test/support/database.ts";
import { marketCluster, topOf } from "../../../../test/support/market-cluster.ts";
import { runDesk, startSlices } from "../../../../test/support/order-crash/run-cases.ts";
import { settledDatabase } from "../../../../test/support/settled-database.ts";
import { newPerson } from "../../../../test/support/trading-people.ts";
import { sealer as makeSealer } from "../../../kit/auth/seal.ts";
import { systemClock } from "../../../kit/time/clock.ts";
import { installLibrary } from "../../algorithms/index.ts";
import type { Exchange } from "../../exchanges/port.ts";
import { exchangeKeyStore } from "../../exchanges/sql/key-store.ts";
import type { MarketView } from "../../market/index.ts";

const { db } = await testDatabase({ rooms: ["kit", "trading"] });
const sealer = makeSealer([{ id: "test", key: randomBytes(32) }]);
await installLibrary(db, systemClock().now());

/** Buys at the third ask at most half of the quantity down to there. */
const BY_DEPTH = {
  executable_codes: ["wb-btcusdt"],
  executable_values: ["0.3"],
  executable_parents: ["0.3"],
  executable_priceoffset: ["0"],
  executable_priceoffsetside: ["asks"],
  executable_priceoffsettype: ["ob3"],
  executable_obqtycumulativecheck: ["50"],
};

async function newKey(): Promise<{ readonly keyId: number; readonly ownerUid: number }> {
  const { ownerUid } = await newPerson(db);
  const store = exchangeKeyStore(db, sealer);
  const at = systemClock().now();
  const credentials = { token: `key${randomBytes(8).toString("hex")}`, secret: "secretOfTheTest01" };
  const key = await store.addKey({ ownerUid, uid: ownerUid, exchange: "wb", label: "x", credentials, at }, 100);
  if (!key) throw new Error("the key was not stored");
  const works = { canRead: true, canTrade: true, canWithdraw: false, isIpRestricted: false, error: null };
  await store.recordTest({ ownerUid, uid: ownerUid, id: key.id, at }, { status: "active", ...works });
  return { keyId: key.id, ownerUid };
}

async function ordersOf(strategyId: number) {
  return db.query({
    name: "test.ordersByDepth",
    text: "select side, type, price, amount, price_entry from trading.orders where strategy_id = $1",
    values: [strategyId],
  });
}

/** Time does not run away from what is asked of it. */
const settled = settledDatabase(db);

test("the same slice fires in the process that keeps the book and in another one that owns the strategy", async () => {
  const { clock, process, until, pass } = marketCluster(db, "wb");
  const feed = process("feed");
  await until(() => feed.exchange.watched !== undefined);
  const owner = process("owner");
  const asks = [100, 0.2, 101, 0.2, 102, 0.3, 103, 9];
  feed.exchange.says.book("btcusdt", { bids: [99, 1], asks, sequence: 0, atMs: 1 });
  await until(() => topOf(owner, "wb-btcusdt")?.state === "live");
  /** Lets a process own a new strategy until it has fired. */
  const fired = async (name: string, exchange: object, market: MarketView) => {
    const account = { balances: async () => [{ currency: "USDT", free: "1000", locked: "0" }], close: async () => {} };
    const funded = Object.assign(Object.create(exchange), { account: () => account }) as Exchange;
    const desk = runDesk(settled, funded, { sealer, clock, owner: name, market });
    onTestFinished(() => desk.stop());
    const id = await startSlices(db, await newKey(), "3600", BY_DEPTH);
    desk.start();
    for (let steps = 0; (await ordersOf(id)).length === 0; steps++) {
      if (steps > 1_000) throw new Error("nothing was fired");
      await pass(100);
      await settled.settled();
    }
    await desk.stop();
    return ordersOf(id);
  };
  const here = await fired("feed", feed.exchange, feed.view);
  expect(here).toMatchObject([{ side: "buy", price: "102", amount: "0.3", price_entry: "102" }]);
  expect(await fired("owner", owner.exchange, owner.view)).toEqual(here);
  // Books that no run needs are not sent any more.
  await pass(1_000);
  const listing = owner.view.listing("wb-btcusdt");
  expect(listing && owner.view.depth(listing, 5).isWhole).toBe(false);
});
