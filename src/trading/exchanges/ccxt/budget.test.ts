/** All that speaks to one exchange shares what may be asked of it, and its list of markets. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ccxtWorld, CREDENTIALS } from "../../../../test/support/ccxt-loopback.ts";
import type { CcxtWorld } from "../../../../test/support/ccxt-loopback.ts";
import { manualClock } from "../../../../test/support/manual-clock.ts";
import type { ManualClock } from "../../../../test/support/manual-clock.ts";
import { toMillis } from "../../../kit/time/instant.ts";
import { HOUR_MS } from "../../../kit/time/spans.ts";
import type { NewOrder } from "../port.ts";
import { waitUntil } from "../../../../test/support/wait-until.ts";

const BOOK = "/api/v3/depth";
const MARKETS = "/api/v3/exchangeInfo";
const ORDER: NewOrder = {
  marketId: "btcusdt",
  clientOrderId: "shared1",
  side: "buy",
  type: "limit",
  amount: "0.01",
  price: "50000",
};

let clock: ManualClock;
let world: CcxtWorld;

const asked = (path: string, method = "GET"): number =>
  world.loopback.requests.filter((request) => request.path === path && request.method === method).length;

/** Lets time pass while an answer is on its way. */
async function passing<T>(request: Promise<T>): Promise<T> {
  let isDone = false;
  const done = request.finally(() => (isDone = true));
  done.catch(() => {});
  await waitUntil(async () => {
    await clock.advance(50);
    // The exchange's clock goes with ours.
    world.loopback.faults.skewMs = toMillis(clock.now()) - Date.now();
    expect(isDone).toBe(true);
  });
  return await done;
}

beforeEach(() => {
  clock = manualClock();
});
afterEach(() => world.close());

test("what everybody asks uses up a second's share, and a cancel of anybody's goes out all the same", async () => {
  // Binance's own limit: 20 units a second, of which 16 are used and 12.8 are for all.
  world = await ccxtWorld({ clock, unitsPerSecond: 20 });
  const { exchange } = world;
  const account = exchange.account(CREDENTIALS);
  await passing(exchange.markets());
  await passing(account.place(ORDER));
  await clock.advance(60_000);
  const before = asked(BOOK);
  for (let request = 0; request < 200; request++) exchange.book("btcusdt", 5).catch(() => {});
  await waitUntil(() => expect(asked(BOOK) - before).toBeGreaterThan(0));
  // The key's own requests have no budget of their own: what is left over in five seconds is spoken for.
  await expect(account.place({ ...ORDER, clientOrderId: "shared2" })).rejects.toMatchObject(SPENT);
  await expect(account.balances()).rejects.toMatchObject(SPENT);
  expect(await account.cancel(ORDER)).toMatchObject({ state: "canceled" });
  await waitUntil(() => expect(asked(BOOK) - before).toBe(SECOND));
  await clock.advance(1000);
  await waitUntil(() => expect(asked(BOOK) - before).toBe(2 * SECOND + 1));
});

/** Whole books that 12.8 units allow. */
const SECOND = 12;
const SPENT = { kind: "unavailable", reason: "rateLimited" };

test("a spent budget delays cancels and lookups of orders, and loses none of them", async () => {
  world = await ccxtWorld({ clock, unitsPerSecond: 5 });
  const { exchange } = world;
  const account = exchange.account(CREDENTIALS);
  await passing(exchange.markets());
  await passing(account.balances());
  const ids = Array.from({ length: 3 }, (_, index) => `kept${String(index)}`);
  for (const clientOrderId of ids) await passing(account.place({ ...ORDER, clientOrderId }));
  await clock.advance(60_000);
  for (let request = 0; request < 500; request++) exchange.book("btcusdt", 5).catch(() => {});
  // More than what is kept brings in five seconds: 0.8 units each.
  const lookups = Array.from({ length: 3 }, () => account.openOrders("btcusdt"));
  const fills = Array.from({ length: 2 }, () => account.fills("btcusdt", { limit: 10 }));
  const cancels = ids.map((clientOrderId) => account.cancel({ marketId: "btcusdt", clientOrderId }));
  const answers = await passing(Promise.all([...cancels, ...lookups, ...fills]));
  expect(answers.slice(0, ids.length)).toEqual(ids.map(() => expect.objectContaining({ state: "canceled" })));
  expect(await passing(account.openOrders("btcusdt"))).toEqual([]);
});

test("an order with a last moment waits for its place until then", async () => {
  world = await ccxtWorld({ clock, unitsPerSecond: 20 });
  const { exchange } = world;
  const account = exchange.account(CREDENTIALS);
  await passing(exchange.markets());
  await passing(account.balances());
  await clock.advance(60_000);
  for (let request = 0; request < 100; request++) exchange.book("btcusdt", 5).catch(() => {});
  await waitUntil(() => expect(asked(BOOK)).toBeGreaterThan(0));
  const notAfterMs = toMillis(clock.now()) + 30_000;
  expect(await passing(account.place({ ...ORDER, clientOrderId: "patient" }, { notAfterMs }))).toMatchObject({
    state: "open",
  });
});

describe("the markets of an exchange", () => {
  beforeEach(async () => {
    world = await ccxtWorld({ clock });
    await world.exchange.markets();
    expect(asked(MARKETS)).toBe(1);
  });

  test("are read again when an hour has passed", async () => {
    await clock.advance(HOUR_MS - 60_000);
    await world.exchange.book("btcusdt", 5);
    expect(asked(MARKETS)).toBe(1);
    await clock.advance(120_000);
    await waitUntil(() => expect(asked(MARKETS)).toBe(2));
  });

  test("are read again when the exchange refuses an order by a filter, and not for each of them", async () => {
    const account = world.exchange.account(CREDENTIALS);
    await account.balances();
    const refuse = async (clientOrderId: string): Promise<void> => {
      const body = { code: -1013, msg: "Filter failure: LOT_SIZE" };
      world.loopback.faults.plan({
        method: "POST",
        path: "/api/v3/order",
        fault: { kind: "answer", status: 400, body },
      });
      await expect(account.place({ ...ORDER, clientOrderId })).rejects.toMatchObject({
        kind: "rejected",
        reason: "filter",
      });
    };
    await clock.advance(60_000);
    await refuse("filtered1");
    await waitUntil(() => expect(asked(MARKETS)).toBe(2));
    await world.exchange.ping();
    await refuse("filtered2");
    await account.openOrders();
    expect(asked(MARKETS)).toBe(2);
  });
});
