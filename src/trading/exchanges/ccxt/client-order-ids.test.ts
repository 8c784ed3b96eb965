/** The unmodified library sends the id that we gave an order, and what an exchange shows of it is that id again. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { loopbackServer, type LoopbackServer } from "../../../../test/support/loopback-server.ts";
import { libraryAt, SPOT_MARKET } from "../../../../test/support/unmodified-library.ts";
import { clientOrderIdRules } from "./client-order-ids.ts";
import { findOrder } from "./lookups.ts";
import { fillOf, reportOf } from "./orders.ts";
import { placeOrder } from "./place-order.ts";

let server: LoopbackServer;
/** The ids of orders that were placed, and those that were asked for, in the words of the exchange. */
const placed: string[] = [];
const asked: string[] = [];

beforeAll(async () => {
  server = await loopbackServer(({ path, body }, response) => {
    const { pathname } = new URL(path, server.url);
    const [, wanted] = /\/spot\/orders\/([^/]+)$/.exec(pathname) ?? [];
    const order = body === "" ? {} : (JSON.parse(body) as { readonly text?: string });
    if (wanted !== undefined) asked.push(wanted);
    if (order.text !== undefined) placed.push(order.text);
    const text = wanted ?? order.text;
    const shown = { id: "1", text, currency_pair: "BTC_USDT", status: "open", amount: "1", left: "1", price: "9" };
    const answer = JSON.stringify(pathname.includes("/orders") ? shown : {});
    response.setHeader("content-type", "application/json").end(answer);
  });
});
afterAll(() => server.close());

// The letters that every id of an installation begins with are drawn: those of one in 26 begin with a t.
test.each(["ab1f2g3h", "tz1f2g3h", "t"])("Gate knows an order by t- and our id: %s", async (clientOrderId) => {
  const exchange = await libraryAt("gate", server.url, { id: "BTC_USDT" });
  const order = { marketId: "btcusdt", clientOrderId, side: "buy", type: "limit", amount: "1", price: "9" } as const;
  [placed.length, asked.length] = [0, 0];
  expect(await placeOrder({ exchange, direct: undefined }, order, SPOT_MARKET, 0)).toMatchObject({ clientOrderId });
  const found = await findOrder({ exchange, direct: undefined }, order, SPOT_MARKET, "gate");
  expect([placed, asked]).toEqual([[`t-${clientOrderId}`], [`t-${clientOrderId}`]]);
  const symbols = { bySymbol: () => SPOT_MARKET, idPrefix: clientOrderIdRules("gate")?.prefix };
  // As lists and streams show it, of which nothing else is known.
  expect(found && reportOf(found, symbols, { nowMs: 0 })).toMatchObject({ clientOrderId, exchangeOrderId: "1" });
  const trade = { symbol: SPOT_MARKET.symbol, price: "9", amount: "1", info: { text: `t-${clientOrderId}` } };
  expect(fillOf(trade, symbols, { nowMs: 0 })).toMatchObject({ clientOrderId });
  const foreign = { ...trade, info: { text: "apiv4" } };
  expect(fillOf(foreign, symbols, { nowMs: 0 })).toMatchObject({ clientOrderId: "" });
});
