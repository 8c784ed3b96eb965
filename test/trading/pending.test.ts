/** Operations that answer 501: which ones they are, and what they check before. */
import { describe, expect, test } from "vitest";
import type { AnyEndpoint } from "../../src/kit/endpoint/endpoint.ts";
import { tradingEndpoints } from "../../src/trading/endpoints.ts";
import { isPending, PENDING_NOTE, waitsFor } from "../../src/trading/pending.ts";
import { EXAMPLE_SETTINGS, furnish } from "../support/trading-examples.ts";
import { tradingWorld } from "../support/trading-world.ts";

const world = await tradingWorld({ settings: EXAMPLE_SETTINGS });
const { key, uid } = await world.person("admin");
await furnish(world, uid);
const reader = await world.person("user", "read_only");
const stranger = await world.person();

const stored = await world.ask("POST", "exchange-api-keys/add", {
  key,
  params: { exchange: "simalpha", label: "Mine", token: "token-of-a-test", secret: "secret-of-a-test" },
});
const apikey = stored.json.data.id as string;

const pending: readonly AnyEndpoint[] = tradingEndpoints.filter(isPending);
type Params = Record<string, string | number | boolean>;

/** What its example sends, with a key that there is. */
function exampleOf({ examples }: AnyEndpoint): Params {
  const { query, body } = examples.find(({ status }) => status === 501) ?? { query: undefined, body: undefined };
  const sent = Object.entries({ ...query, ...(body as Params | undefined) });
  // One value stands for a list in a form.
  const given: Params = Object.fromEntries(sent.map(([name, value]) => [name, [value].flat()[0] ?? ""]));
  return "apikey" in given ? { ...given, apikey } : given;
}

const ask = (path: string, params: Params, by = key) => world.ask("POST", path, { key: by, params });

test("an operation that declares what it waits for answers 501 to its example, and others declare nothing", async () => {
  for (const endpoint of pending) {
    const { status, json } = await ask(endpoint.path.slice(1), exampleOf(endpoint));
    expect([endpoint.id, status, json.data.code]).toEqual([endpoint.id, 501, expect.any(Number)]);
  }
  const promising = tradingEndpoints.filter(({ examples }) => examples.some(is501));
  expect(promising.filter((each) => !isPending(each))).toEqual([]);
});

const is501 = ({ status }: { readonly status?: number }): boolean => status === 501;

test("system/endpoints and each description say what an operation waits for", async () => {
  const { json } = await world.ask("GET", "system/endpoints");
  const listed = new Map(json.data.map((each: { path: string }) => [each.path, each]));
  for (const endpoint of tradingEndpoints as readonly AnyEndpoint[]) {
    const awaited = waitsFor(endpoint);
    expect([endpoint.id, listed.get(endpoint.path.slice(1))]).toMatchObject([endpoint.id, { waits_for: awaited }]);
    const { description = "" } = endpoint;
    expect([endpoint.id, description.endsWith(PENDING_NOTE)]).toEqual([endpoint.id, awaited === "signals"]);
  }
});

interface ParameterSchema {
  readonly enum?: unknown;
  readonly pattern?: string;
  readonly maxLength?: number;
  readonly type?: string;
  readonly items?: unknown;
}

/** A value that the schema refuses; undefined where it takes every text of a form. */
function wrongValue({ enum: choices, pattern, maxLength, type, items }: ParameterSchema): string | undefined {
  if (choices || pattern !== undefined || items || type !== "string") return "\u0001 not one of these";
  return maxLength === undefined ? undefined : "x".repeat(maxLength + 1);
}

test("every parameter of every pending operation is checked before 501", async () => {
  let checked = 0;
  for (const endpoint of pending) {
    const properties = (endpoint.input.params?.properties ?? {}) as Record<string, ParameterSchema>;
    for (const [name, schema] of Object.entries(properties)) {
      const wrong = wrongValue(schema);
      if (wrong === undefined) continue;
      const { status } = await ask(endpoint.path.slice(1), { ...exampleOf(endpoint), [name]: wrong });
      expect([endpoint.id, name, status]).toEqual([endpoint.id, name, 422]);
      checked++;
    }
  }
  expect(checked).toBeGreaterThan(0);
});

test("a key that only reads is refused before parameters are looked at", async () => {
  for (const { path, auth } of pending.filter((each) => each.auth === "change")) {
    const { status } = await ask(path.slice(1), { limit: "wrong" }, reader.key);
    expect([path, auth, status]).toEqual([path, auth, 403]);
  }
});

const order = { apikey, ordertype: "limit", code: "simalpha-btcusdt", side: "buy", quantity: "1", price: "5" };
const { price: _price, ...unpriced } = order;

describe("refused before 501 is", () => {
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
