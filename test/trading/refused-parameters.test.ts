/** Parameters that no schema refuses and the operation itself does, before anything is changed. */
import { describe, expect, test } from "vitest";
import { EXAMPLE_SETTINGS, furnish } from "../support/trading-examples.ts";
import { tradingWorld } from "../support/trading-world.ts";

const world = await tradingWorld({ settings: EXAMPLE_SETTINGS });
const { key, uid } = await world.person("admin");
await furnish(world, uid);
const stranger = await world.person();

const stored = await world.ask("POST", "exchange-api-keys/add", {
  key,
  params: { exchange: "simalpha", label: "Mine", token: "token-of-a-test", secret: "secret-of-a-test" },
});
const apikey = stored.json.data.id as string;

type Params = Record<string, string | number | boolean>;

const ask = (path: string, params: Params, by = key) => world.ask("POST", path, { key: by, params });

const order = { apikey, ordertype: "limit", code: "simalpha-btcusdt", side: "buy", quantity: "1", price: "5" };
const { price: _price, ...unpriced } = order;

describe("an operation refuses", () => {
  test.each<[string, number, string, Params, RegExp]>([
    ["a limit order without a price", 422, "exchange-query/order-create", unpriced, /missing: price/],
    ["a quantity of 0", 422, "exchange-query/order-create", { ...order, quantity: "0.00" }, /quantity must be above 0/],
    ["a price of 0", 422, "exchange-query/order-create", { ...order, price: "0" }, /price must be above 0/],
    ["a key that there is not", 404, "exchange-query/order-create", { ...order, apikey: "999999999" }, /key 999999999/],
    [
      "a market of another exchange",
      422,
      "exchange-query/order-create",
      { ...order, code: "simbeta-btcusdt" },
      /simalpha/,
    ],
    [
      "a market that there is not",
      404,
      "exchange-query/order-create",
      { ...order, code: "simalpha-nothing" },
      /no market/,
    ],
    ["a cancellation with such a key", 404, "exchange-query/order-cancel", { apikey: "999999999", id: "1" }, /key 9/],
    ["a list of such a key", 404, "exchange-query/list-open-orders", { apikey: "999999999" }, /key 9/],
    [
      "a question without its order",
      422,
      "exchange-query/create-query",
      { apikey, exchange_query: "order_check" },
      /order_id/,
    ],
    ["an action on no subscription", 422, "marketplace/subscription-manage", { action: "pause" }, /missing: id/],
    ["a day that no calendar has", 422, "public/trending-news-data", { date: "2021-02-29" }, /date must be a day/],
    [
      "more than ten terms",
      422,
      "public/trending-news-data",
      { date: "2021-02-28", title_contains: "a,".repeat(10) },
      /at most 10 terms/,
    ],
    [
      "the speed to an exchange that there is not",
      422,
      "tests/server-location-speed-to-exchange",
      { server_id: "1", exchange1: "kraken", exchange2: "nowhere" },
      /exchange2 must be/,
    ],
  ])("%s", async (_, status, path, params, error) => {
    const answer = await ask(path, params);
    expect([answer.status, answer.json.data.error]).toEqual([status, expect.stringMatching(error)]);
  });

  test("the exchange key of another account", async () => {
    const { status } = await ask("exchange-query/order-create", order, stranger.key);
    expect(status).toBe(404);
  });
});
