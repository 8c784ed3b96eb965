/** The unmodified library sends the id that we gave an order, and what an exchange shows of it is that id again. */
import { createServer } from "node:http";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { systemClock } from "../../../kit/time/clock.ts";
import type { Market } from "../port.ts";
import { clientOrderIdRules } from "./client-order-ids.ts";
import { loadCcxt } from "./library.ts";
import { findOrder } from "./lookups.ts";
import { fillOf, reportOf } from "./orders.ts";
import { placeOrder } from "./place-order.ts";

const MARKET: Market = {
  id: "btcusdt",
  symbol: "BTC/USDT",
  base: "BTC",
  quote: "USDT",
  type: "spot",
  isActive: true,
  tickSize: "0.01",
  stepSize: "0.0001",
  minAmount: "0.0001",
  minNotional: "1",
  makerFee: 0,
  takerFee: 0,
  contractSize: "1",
};

let server: Server;
let at = "";
/** The ids of orders that were placed, and those that were asked for, in the words of the exchange. */
const placed: string[] = [];
const asked: string[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      const { pathname } = new URL(request.url ?? "", at);
      const [, wanted] = /\/spot\/orders\/([^/]+)$/.exec(pathname) ?? [];
      const order = body === "" ? {} : (JSON.parse(body) as { readonly text?: string });
      if (wanted !== undefined) asked.push(wanted);
      if (order.text !== undefined) placed.push(order.text);
      response.setHeader("content-type", "application/json");
      const text = wanted ?? order.text;
      const shown = { id: "1", text, currency_pair: "BTC_USDT", status: "open", amount: "1", left: "1", price: "9" };
      response.end(JSON.stringify(pathname.includes("/orders") ? shown : {}));
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  at = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
});
afterAll(() => server.close());

// The letters that every id of an installation begins with are drawn: those of one in 26 begin with a t.
test.each(["ab1f2g3h", "tz1f2g3h", "t"])("Gate knows an order by t- and our id: %s", async (clientOrderId) => {
  const maker = await loadCcxt("gate");
  const clock = systemClock();
  const exchange = maker.make({ clock, credentials: { token: "key", secret: "secret" }, address: at });
  const listed = { id: "BTC_USDT", symbol: MARKET.symbol, base: "BTC", quote: "USDT", baseId: "BTC", quoteId: "USDT" };
  const precision = { price: 0.01, amount: 0.0001 };
  const market = { ...listed, type: "spot", spot: true, active: true, precision, limits: {}, info: {} };
  (exchange as unknown as { setMarkets(markets: object[]): void }).setMarkets([market]);
  exchange.options["unifiedAccount"] = false;
  const order = { marketId: "btcusdt", clientOrderId, side: "buy", type: "limit", amount: "1", price: "9" } as const;
  [placed.length, asked.length] = [0, 0];
  expect(await placeOrder({ exchange, direct: undefined }, order, MARKET, 0)).toMatchObject({ clientOrderId });
  const found = await findOrder({ exchange, direct: undefined }, order, MARKET, "gate");
  expect([placed, asked]).toEqual([[`t-${clientOrderId}`], [`t-${clientOrderId}`]]);
  const symbols = { bySymbol: () => MARKET, idPrefix: clientOrderIdRules("gate")?.prefix };
  // As lists and streams show it, of which nothing else is known.
  expect(found && reportOf(found, symbols, { nowMs: 0 })).toMatchObject({ clientOrderId, exchangeOrderId: "1" });
  const trade = { symbol: MARKET.symbol, price: "9", amount: "1", info: { text: `t-${clientOrderId}` } };
  expect(fillOf(trade, symbols, { nowMs: 0 })).toMatchObject({ clientOrderId });
  const foreign = { ...trade, info: { text: "apiv4" } };
  expect(fillOf(foreign, symbols, { nowMs: 0 })).toMatchObject({ clientOrderId: "" });
});
