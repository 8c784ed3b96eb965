/** Orders of a key whose exchange has more of them than it lists. */
import { afterAll, expect, test } from "vitest";
import { ccxtWorld, CREDENTIALS } from "../../../test/support/ccxt-loopback.ts";
import { tradingWorld } from "../../../test/support/trading-world.ts";
import { PATIENCE_MS } from "../../../test/support/wait-until.ts";
import { DAY_MS } from "../../kit/time/spans.ts";
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

const NEWEST_MS = 1_790_000_000_000;
const WEEK_MS = 7 * DAY_MS;
/** Newest first: one a day. */
const ENDED = [0, 1, 20].map((day): OrderReport => ({
  ...FOREIGN,
  exchangeOrderId: `ended${String(day)}`,
  state: "filled",
  createdMs: NEWEST_MS - day * DAY_MS,
}));

const loop = await ccxtWorld({ timeoutMs: PATIENCE_MS });
afterAll(() => loop.close());

/** The loopback exchange, which lists one open order of many. */
const exchange: Exchange = new Proxy(loop.exchange, {
  get: (target, name) => {
    const value: unknown = Reflect.get(target, name, target);
    if (name === "account") return () => account(loop.exchange.account(CREDENTIALS));
    if (name === "has") return { ...target.has, endedOrdersMs: WEEK_MS };
    return typeof value === "function" ? (value.bind(target) as unknown) : value;
  },
});

function account(whole: ExchangeAccount): ExchangeAccount {
  const openOrders = () => Promise.reject(new IncompleteOrders("Only 1 open order could be listed", [FOREIGN]));
  // Asked from a time on, it goes no further than a week.
  const closedOrders: ExchangeAccount["closedOrders"] = (_, { sinceMs = NEWEST_MS - WEEK_MS }) =>
    Promise.resolve(ENDED.filter(({ createdMs }) => createdMs >= sinceMs && createdMs <= sinceMs + WEEK_MS));
  return Object.assign(whole, { openOrders, closedOrders });
}

const world = await tradingWorld({ exchanges: [exchange] });

test("the newest of those that have ended are there, from whatever time on they are asked for", async () => {
  const { key } = await world.person();
  const params = { exchange: "binance", label: "Ended", token: "another-key", secret: "secret" };
  const added = await world.ask("POST", "exchange-api-keys/add", { key, params });
  const apikey = added.json.data.id as string;
  const since = String(NEWEST_MS - 30 * DAY_MS);
  const asked = { apikey, code: "binance-btcusdt", since };
  const listed = await world.ask("POST", "exchange-query/list-closed-orders", { key, params: asked });
  expect(listed.json.data.orders.map(({ id }: { readonly id: string }) => id)).toEqual(["ended0", "ended1"]);
  const error = /^orders of other clients that ended before 20\S+Z may be missing: .+ of the last 7 days$/;
  expect(listed.json.data.missing).toEqual([
    { apikey, exchange: "binance", code: null, error: expect.stringMatching(error) },
  ]);
  const yesterday = String(Math.floor(Date.now()) - DAY_MS);
  const recent = await world.ask("POST", "exchange-query/list-closed-orders", {
    key,
    params: { ...asked, since: yesterday },
  });
  expect(recent.json.data.missing).toEqual([]);
});

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
