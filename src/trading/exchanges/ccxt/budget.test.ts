/** All that speaks to one exchange shares what may be asked of it, and its list of markets. */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { ccxtWorld, CREDENTIALS } from "../../../../test/support/ccxt-loopback.ts";
import type { CcxtWorld } from "../../../../test/support/ccxt-loopback.ts";
import { manualClock } from "../../../../test/support/manual-clock.ts";
import type { ManualClock } from "../../../../test/support/manual-clock.ts";
import type { NewOrder } from "../port.ts";

const BOOK = "/api/v3/depth";
const MARKETS = "/api/v3/exchangeInfo";
const DAY_MS = 86_400_000;
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
  await vi.waitFor(async () => {
    await clock.advance(50);
    expect(isDone).toBe(true);
  }, 5000);
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
  await vi.waitFor(() => expect(asked(BOOK) - before).toBeGreaterThan(0));
  // The key's own requests have no budget of their own: what is left over in five seconds is spoken for.
  await expect(account.openOrders("btcusdt")).rejects.toMatchObject({ kind: "unavailable", reason: "rateLimited" });
  expect(await account.cancel(ORDER)).toMatchObject({ state: "canceled" });
  await vi.waitFor(() => expect(asked(BOOK) - before).toBe(SECOND));
  await clock.advance(1000);
  await vi.waitFor(() => expect(asked(BOOK) - before).toBe(2 * SECOND + 1));
});

/** Whole books that 12.8 units allow. */
const SECOND = 12;

describe("the markets of an exchange", () => {
  beforeEach(async () => {
    world = await ccxtWorld({ clock });
    await world.exchange.markets();
    expect(asked(MARKETS)).toBe(1);
  });

  test("are read again when a day has passed", async () => {
    await clock.advance(DAY_MS - 60_000);
    await world.exchange.book("btcusdt", 5);
    expect(asked(MARKETS)).toBe(1);
    await clock.advance(120_000);
    await vi.waitFor(() => expect(asked(MARKETS)).toBe(2));
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
    await vi.waitFor(() => expect(asked(MARKETS)).toBe(2));
    await world.exchange.ping();
    await refuse("filtered2");
    await account.openOrders();
    expect(asked(MARKETS)).toBe(2);
  });
});
