/** Every exchange that gets orders from us is asked for them by our id, while nothing else is known of them. */
import { createServer } from "node:http";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { systemClock } from "../../../kit/time/clock.ts";
import { EXCHANGE_CODES } from "../core/exchange-codes.ts";
import type { Market } from "../port.ts";
import { cancelOrder } from "./cancel-order.ts";
import type { MarketCatalog } from "./catalog.ts";
import { clientOrderIdRules } from "./client-order-ids.ts";
import { failing } from "./failing.ts";
import type { ExchangeGate } from "./gate.ts";
import { loadCcxt, type CcxtExchange } from "./library.ts";
import { findOrder } from "./lookups.ts";

let server: Server;
let at = "";
let seen: string[] = [];
let answer: unknown = {};

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      seen.push(`${request.url ?? ""} ${body}`);
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify(answer));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  at = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
});
afterAll(() => server.close());

const MARKET = { id: "btcusdt", symbol: "BTC/USDT", contractSize: "1" } as Market;
const OURS = { marketId: MARKET.id, clientOrderId: "ab1f2g3h4j5k6" };

async function library(code: string): Promise<CcxtExchange> {
  seen = [];
  const maker = await loadCcxt(code);
  const credentials = { token: "key", secret: "c2VjcmV0", password: "word" };
  const exchange = maker.make({ clock: systemClock(), credentials, address: at });
  const listed = { id: "BTCUSDT", symbol: MARKET.symbol, base: "BTC", quote: "USDT", baseId: "BTC", quoteId: "USDT" };
  const market = { ...listed, type: "spot", spot: true, active: true, precision: {}, limits: {}, info: {} };
  (exchange as unknown as { setMarkets(markets: object[]): void }).setMarkets([market]);
  // It is asked for first otherwise, once.
  exchange.options["uta"] = false;
  return exchange;
}

const find = (exchange: CcxtExchange, code: string) => findOrder({ exchange, direct: undefined }, OURS, MARKET, code);

test.each(EXCHANGE_CODES.filter((code) => clientOrderIdRules(code)))("%s is asked for our id", async (code) => {
  answer = {};
  const exchange = await library(code);
  // What it answers is nothing that the library understands.
  await find(exchange, code).catch(() => undefined);
  expect(seen.join("\n")).toContain(OURS.clientOrderId);
});

test.each(EXCHANGE_CODES.filter((code) => clientOrderIdRules(code)?.cancels === true))(
  "%s is asked to cancel by our id",
  async (code) => {
    answer = {};
    const exchange = await library(code);
    const catalog = { market: () => MARKET, bySymbol: () => MARKET } as unknown as MarketCatalog;
    const gate = { nowMs: () => 0 } as unknown as ExchangeGate;
    const deps = { code, catalog, gate, find: () => Promise.resolve(undefined) };
    await cancelOrder(OURS, { ...deps, send: (request) => request(exchange) }).catch(() => undefined);
    expect(seen.join("\n")).toContain(OURS.clientOrderId);
  },
);

test("Phemex lists open orders by market only, which is no refusal of a request", async () => {
  const exchange = await library("phemex");
  const asked = failing(() => exchange.fetchOpenOrders());
  await expect(asked).rejects.toMatchObject({ kind: "rejected", reason: "unsupported" });
});

test("an answer that names no order is none", async () => {
  answer = {};
  await expect(find(await library("mexc"), "mexc")).rejects.toMatchObject({ kind: "unavailable" });
});

test("an empty list is no order: HitBTC has none of this id", async () => {
  answer = [];
  expect(await find(await library("hitbtc"), "hitbtc")).toBeUndefined();
});
