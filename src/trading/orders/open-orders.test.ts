/** Open orders of a key whose exchange has more of them than it lists. */
import { afterAll, expect, test } from "vitest";
import { ccxtWorld, CREDENTIALS } from "../../../test/support/ccxt-loopback.ts";
import { tradingWorld } from "../../../test/support/trading-world.ts";
import { PATIENCE_MS } from "../../../test/support/wait-until.ts";
import { IncompleteOrders } from "../exchanges/core/incomplete-orders.ts";
import type { Exchange, ExchangeAccount, OrderReport } from "../exchanges/port.ts";

const FOREIGN: OrderReport = {
  marketId: "btcusdt",
  exchangeOrderId: "7",
  clientOrderId: "elsewhere",
  side: "buy",
  type: "limit",
  state: "open",
  price: "10",
  amount: "1",
  filled: "0",
  cost: "0",
  fees: [],
  createdMs: 1_700_000_000_000,
  updatedMs: undefined,
};

const loop = await ccxtWorld({ timeoutMs: PATIENCE_MS });
afterAll(() => loop.close());

/** The loopback exchange, which lists one open order of many. */
const exchange: Exchange = new Proxy(loop.exchange, {
  get: (target, name) => {
    const value: unknown = Reflect.get(target, name, target);
    if (name === "account") return () => account(loop.exchange.account(CREDENTIALS));
    return typeof value === "function" ? (value.bind(target) as unknown) : value;
  },
});

function account(whole: ExchangeAccount): ExchangeAccount {
  const openOrders = () => Promise.reject(new IncompleteOrders("Only 1 open order could be listed", [FOREIGN]));
  const closedOrders = () => Promise.resolve([]);
  return Object.assign(whole, { openOrders, closedOrders });
}

const world = await tradingWorld({ exchanges: [exchange] });

test("those that it lists are there, and the key is named as one of which some are missing", async () => {
  const { key } = await world.person();
  const params = { exchange: "binance", label: "Mine", ...CREDENTIALS };
  const added = await world.ask("POST", "exchange-api-keys/add", { key, params });
  expect(added).toMatchObject({ status: 200 });
  const apikey = added.json.data.id as string;
  const ask = (path: string, more: Readonly<Record<string, string>>) =>
    world.ask("POST", `exchange-query/${path}`, { key, params: { apikey, ...more } });
  const { orders, missing } = (await ask("list-open-orders", {})).json.data;
  expect(orders).toMatchObject([{ id: "7", is_foreign: true, status: "open" }]);
  const error = "Only 1 open order could be listed";
  expect(missing).toEqual([{ apikey, exchange: "binance", code: null, error }]);
});
