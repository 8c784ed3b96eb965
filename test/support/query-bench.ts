/** What tests of questions to exchanges ask, and how they wait for the answers. */
import { randomBytes } from "node:crypto";
import { expect } from "vitest";
import { CREDENTIALS } from "./ccxt-loopback.ts";
import type { TradingWorld } from "./trading-world.ts";
import { waitUntil } from "./wait-until.ts";

export type QueryParams = Record<string, string | number>;

/** An order of a list, as far as tests of lists look at it. */
export type Shown = { readonly id: string; readonly is_foreign: boolean; readonly status: string };

export const ids = (orders: readonly Shown[]) => orders.map(({ id }) => id);

/** A customer with a key at an exchange of a platform, and another client of that key. */
export async function queryBench(world: TradingWorld, exchange: string) {
  const person = await world.person();
  const credentials =
    exchange === "binance" ? CREDENTIALS : { token: `token-of-${person.uid}`, secret: "secret-of-a-test" };
  const addKey = async (at: string, token: object = credentials): Promise<string> => {
    const asked = { key: person.key, params: { exchange: at, label: "Mine", ...token } };
    return (await world.ask("POST", "exchange-api-keys/add", asked)).json.data.id as string;
  };
  const apikey = await addKey(exchange);
  const code = `${exchange}-btcusdt`;
  await waitUntil(() => expect(world.trading.deps.market.listing(code)).toBeDefined());
  const ask = (path: string, params: QueryParams = {}, headers: Record<string, string> = {}) =>
    world.ask("POST", `exchange-query/${path}`, { key: person.key, params, headers });
  const data = async (path: string, params: QueryParams = {}) => {
    const { status, json } = await ask(path, params);
    expect([path, status, json.data.error]).toEqual([path, 200, json.data.error]);
    return json.data;
  };
  const create = async (params: QueryParams = {}) => {
    const wanted = { apikey, code, ordertype: "limit", side: "buy", quantity: "0.01", price: "10000", ...params };
    const [{ id }] = (await data("order-create", wanted)).orders;
    // A busy machine hands an order over, and hears of it later.
    return waitUntil(async () => {
      const order = await data("order-check", { apikey, id });
      expect(`${order.id} ${order.status}`).toMatch(/^.+ (?:open|closed)$/);
      return order;
    });
  };
  // Requests wait some seconds for what they ask for, and a busy machine may take longer.
  const cancel = (id: string) =>
    waitUntil(async () => {
      const answer = await data("order-cancel", { apikey, id });
      expect(answer.cancel_confirmed).toBe(true);
    });
  const question = async (exchange_query: string, params: QueryParams = {}) => {
    const asked = await data("create-query", { apikey, exchange_query, ...params });
    const hasEnded = ({ state }: { state: string }) => state === "completed" || state === "failed";
    if (hasEnded(asked)) return asked;
    return waitUntil(async () => {
      const { queries } = await data("list-exchange-queries", { limit: 1000 });
      const found = queries.find((each: Shown) => each.id === asked.id);
      expect(hasEnded(found)).toBe(true);
      return found;
    });
  };
  /** As another client with the same key does it. */
  const account = world.trading.deps.connectedExchange(exchange)?.account(credentials);
  if (!account) throw new Error("the exchange is not connected");
  const elsewhere = (type: "limit" | "market" = "limit") =>
    account.place({
      marketId: "btcusdt",
      clientOrderId: `elsewhere${randomBytes(6).toString("hex")}`,
      side: "buy",
      type,
      amount: "0.01",
      ...(type === "limit" && { price: "9000" }),
    });
  return { person, apikey, code, addKey, ask, data, create, cancel, question, account, elsewhere };
}
