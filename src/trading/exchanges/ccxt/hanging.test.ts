/** A request that is never answered holds up nothing else of its key where the exchange takes requests that overlap. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { ccxtWorld, CREDENTIALS } from "../../../../test/support/ccxt-loopback.ts";
import type { CcxtWorld } from "../../../../test/support/ccxt-loopback.ts";
import { PATIENCE_MS, waitUntil } from "../../../../test/support/wait-until.ts";
import type { ExchangeAccount, NewOrder } from "../port.ts";
import { clientOrderIdRules } from "./client-order-ids.ts";
import { quirksOf } from "./quirks.ts";
import { EXCHANGE_CODES } from "../core/exchange-codes.ts";

const ORDER = "/api/v3/order";
let world: CcxtWorld;
let account: ExchangeAccount;
let isAnswered: boolean;
let hanging: Promise<unknown>;
const order = (clientOrderId: string): NewOrder => ({
  marketId: "btcusdt",
  clientOrderId,
  side: "buy",
  type: "limit",
  amount: "0.01",
  price: "50000",
});

beforeEach(async () => {
  world = await ccxtWorld({ timeoutMs: PATIENCE_MS });
  account = world.exchange.account(CREDENTIALS);
  await account.place(order("resting"));
  const fault = { kind: "lost", when: "after", how: "silence" } as const;
  world.loopback.faults.plan({ method: "POST", path: ORDER, fault });
  isAnswered = false;
  hanging = account.place(order("hanging")).finally(() => (isAnswered = true));
  hanging.catch(() => {});
  await waitUntil(() => expect(world.loopback.requests.filter(({ method }) => method === "POST")).toHaveLength(2));
});
afterEach(() => world.close());

test("cancels, lookups and other orders of the key are answered while one order hangs", async () => {
  expect(await account.cancel({ marketId: "btcusdt", clientOrderId: "resting" })).toMatchObject({ state: "canceled" });
  expect(await account.place(order("another"))).toMatchObject({ state: "open" });
  expect(await account.find(order("hanging"))).toMatchObject({ state: "open" });
  expect(await account.openOrders()).toHaveLength(2);
  expect(isAnswered).toBe(false);
  await world.loopback.close();
  await expect(hanging).rejects.toMatchObject({ kind: "unknown" });
});

test("so does another account that was opened with the key", async () => {
  const other = world.exchange.account(CREDENTIALS);
  expect(await other.cancel({ marketId: "btcusdt", clientOrderId: "resting" })).toMatchObject({ state: "canceled" });
  expect(isAnswered).toBe(false);
});

test("every exchange that gets orders takes overlap, but one whose numbers must grow", () => {
  const trading = EXCHANGE_CODES.filter((code) => clientOrderIdRules(code));
  expect(trading.filter((code) => quirksOf(code).takesOverlap !== true)).toEqual(["kraken"]);
});
