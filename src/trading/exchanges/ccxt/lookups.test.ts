/** Every exchange that gets orders from us is asked for them by our id, while nothing else is known of them. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { loopbackServer, type LoopbackServer } from "../../../../test/support/loopback-server.ts";
import { libraryAt, SPOT_MARKET } from "../../../../test/support/unmodified-library.ts";
import { EXCHANGE_CODES } from "../core/exchange-codes.ts";
import { cancelOrder } from "./cancel-order.ts";
import type { MarketCatalog } from "./catalog.ts";
import { clientOrderIdRules } from "./client-order-ids.ts";
import { failing } from "./failing.ts";
import type { ExchangeGate } from "./gate.ts";
import type { CcxtExchange } from "./library.ts";
import { findOrder, listClosedOrders } from "./lookups.ts";

let server: LoopbackServer;
let answer: unknown = {};

beforeAll(async () => {
  server = await loopbackServer((_, response) => {
    response.setHeader("content-type", "application/json").end(JSON.stringify(answer));
  });
});
afterAll(() => server.close());

const OURS = { marketId: SPOT_MARKET.id, clientOrderId: "ab1f2g3h4j5k6" };

function library(code: string): Promise<CcxtExchange> {
  server.seen.length = 0;
  return libraryAt(code, server.url);
}

const requests = (): string => server.seen.map(({ path, body }) => `${path} ${body}`).join("\n");

const find = (exchange: CcxtExchange, code: string) =>
  findOrder({ exchange, direct: undefined }, OURS, SPOT_MARKET, code);

test.each(EXCHANGE_CODES.filter((code) => clientOrderIdRules(code)))("%s is asked for our id", async (code) => {
  answer = {};
  const exchange = await library(code);
  // What it answers is nothing that the library understands.
  await find(exchange, code).catch(() => undefined);
  expect(requests()).toContain(OURS.clientOrderId);
});

test.each(EXCHANGE_CODES.filter((code) => clientOrderIdRules(code)))(
  "%s is asked for an order by its own id where ours is not known",
  async (code) => {
    answer = {};
    const exchange = await library(code);
    const theirs = { clientOrderId: "", exchangeOrderId: "7f3a00001" };
    await findOrder({ exchange, direct: undefined }, theirs, SPOT_MARKET, code).catch(() => undefined);
    expect(requests()).toContain(theirs.exchangeOrderId);
  },
);

test.each(EXCHANGE_CODES.filter((code) => clientOrderIdRules(code)?.cancels === true))(
  "%s is asked to cancel by our id",
  async (code) => {
    answer = {};
    const exchange = await library(code);
    const catalog = { market: () => SPOT_MARKET, bySymbol: () => SPOT_MARKET } as unknown as MarketCatalog;
    const gate = { nowMs: () => 0 } as unknown as ExchangeGate;
    const deps = { code, catalog, gate, find: () => Promise.resolve(undefined) };
    await cancelOrder(OURS, { ...deps, send: (request) => request(exchange) }).catch(() => undefined);
    expect(requests()).toContain(OURS.clientOrderId);
  },
);

test.each([
  ["bitget", "limit", 100],
  ["bybit", "limit", 50],
  ["htx", "size", 100],
  ["okx", "limit", 100],
  ["phemex", "limit", 200],
  ["kucoin", "pageSize", 500],
  ["mexc", "limit", 700],
])("%s is asked for no more ended orders than a page of its manual has", async (code, parameter, most) => {
  answer = {};
  const exchange = await library(code);
  await listClosedOrders(exchange, SPOT_MARKET.symbol, { sinceMs: 1_000, limit: 500 }).catch(() => undefined);
  const asked = server.seen.map(({ path }) => new URL(path, server.url).searchParams.get(parameter));
  expect(asked).toEqual([String(most)]);
});

test("Phemex lists open orders by market only, which is no refusal of a request", async () => {
  const exchange = await library("phemex");
  const asked = failing(() => exchange.fetchOpenOrders());
  await expect(asked).rejects.toMatchObject({ kind: "rejected", reason: "unsupported" });
});

test("an answer that names no order is none", async () => {
  answer = {};
  await expect(find(await library("mexc"), "mexc")).rejects.toMatchObject({ kind: "unavailable" });
});

test("an order that is filled by nothing is not understood", async () => {
  answer = { symbol: "BTCUSDT", orderId: "7", clientOrderId: OURS.clientOrderId, side: "BUY", type: "LIMIT" };
  Object.assign(answer as object, { price: "2", origQty: "10", executedQty: "0", status: "FILLED" });
  await expect(find(await library("mexc"), "mexc")).rejects.toMatchObject({ kind: "unavailable" });
  Object.assign(answer as object, { executedQty: "10" });
  expect(await find(await library("mexc"), "mexc")).toMatchObject({ id: "7" });
});

test("an empty list is no order: HitBTC has none of this id", async () => {
  answer = [];
  expect(await find(await library("hitbtc"), "hitbtc")).toBeUndefined();
});
