import { expect } from "vitest";
import type { TradingWorld } from "./trading-world.ts";
import { waitUntil } from "./wait-until.ts";

type TradingKey = Awaited<ReturnType<TradingWorld["person"]>>["key"];

export const RISK_CODE = "simalpha-btcusdt";

/** A user with a key at a simulated exchange, whose limits, halts and orders are read over HTTP. */
export async function riskBench(world: TradingWorld) {
  const code = RISK_CODE;
  const person = await world.person();
  const { json } = await world.ask("POST", "exchange-api-keys/add", {
    key: person.key,
    params: { exchange: "simalpha", label: "Mine", token: `token-of-${person.uid}`, secret: "secret-of-a-test" },
  });
  const apikey = json.data.id as string;
  const { market } = world.trading.deps;
  const price = await waitUntil(() => {
    const listing = market.listing(code);
    const top = listing && market.top(listing);
    expect(top?.state).toBe("live");
    expect(market.usdRate("BTC")).toBeGreaterThan(0);
    return Math.round(top?.askPrice ?? 0);
  });
  const post = async (path: string, params: Record<string, string | number> = {}, key: TradingKey = person.key) => {
    const answer = await world.ask("POST", path, { key, params });
    return { status: answer.status, code: answer.json.data?.code as number | undefined, data: answer.json.data };
  };
  const create = (params: Record<string, string | number> = {}) =>
    post("exchange-query/order-create", {
      apikey,
      ordertype: "limit",
      code,
      side: "buy",
      quantity: "0.01",
      price: Math.round(price * 0.9),
      ...params,
    });
  const limit = (params: Record<string, string | number>) => post("risk/limits", { scope: "account", ...params });
  const status = async () => (await world.ask("GET", "risk/status", { key: person.key })).json.data;
  const place = async (scope: string) =>
    (await status()).places.find((each: { scope: string }) => each.scope === scope);
  const orders = async () =>
    world.platform.db.query<{ id: string; state: string; why: string }>({
      name: "test.riskOrders",
      text: "select id::text, state, why from trading.orders where owner_uid = $1 order by id",
      values: [person.uid],
    });
  /** An order once it is known what becomes of it: a busy machine answers the request before. */
  const decided = (id: string) =>
    waitUntil(async () => {
      const order = (await orders()).find((each) => each.id === id);
      if (!order) throw new Error("the order is not there");
      expect(["created", "sent"]).not.toContain(order.state);
      return order;
    });
  /** Asks until an order has left in time: a busy machine is too late with one. */
  const createInTime = (params: Record<string, string | number> = {}) =>
    waitUntil(async () => {
      const { data } = await create(params);
      const order = await decided(data.orders[0].id);
      expect(order.why).not.toMatch(/^It was missed/);
      return order;
    });
  const audit = async () =>
    (await world.ask("GET", "user/audit", { key: person.key, params: { action: "risk." } })).json.data;
  return { person, apikey, price, post, create, limit, status, place, orders, decided, createInTime, audit };
}
