/** A page with status 200 in the place of an answer, as proxies, firewalls and maintenances give it, at every exchange that gets orders. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { loopbackServer, type LoopbackServer } from "../../../../test/support/loopback-server.ts";
import { libraryAt, SPOT_MARKET } from "../../../../test/support/unmodified-library.ts";
import { EXCHANGE_CODES } from "../core/exchange-codes.ts";
import { clientOrderIdRules } from "./client-order-ids.ts";
import { failing } from "./failing.ts";
import type { CcxtExchange } from "./library.ts";
import { findOrder } from "./lookups.ts";
import { requireReadable } from "./readable-answers.ts";

let server: LoopbackServer;
let page = "";

beforeAll(async () => {
  server = await loopbackServer((_, response) => {
    response.setHeader("content-type", "text/html").end(page);
  });
});
afterAll(() => server.close());

async function library(code: string): Promise<CcxtExchange> {
  const exchange = await libraryAt(code, server.url);
  requireReadable(exchange, () => 0);
  return exchange;
}

const { symbol, id: marketId } = SPOT_MARKET;
const PAGES: readonly (readonly [string, string])[] = [
  ["a page", "<html><body>We are back soon.</body></html>"],
  ["half an answer", '{"data":'],
  ["an empty answer", ""],
  ["nothing", "null"],
  ["an object without members", "{}"],
];
const TRADED = EXCHANGE_CODES.filter((code) => clientOrderIdRules(code)).flatMap((code) =>
  PAGES.map(([name, text]): [string, string, string] => [code, name, text]),
);

test.each(TRADED)(
  "at %s, %s is not taken for an account without orders, trades and balances",
  async (code, _, text) => {
    page = text;
    const exchange = await library(code);
    const ours = { marketId, clientOrderId: "ab1f2g3h4j5k6" };
    const questions: readonly (() => Promise<unknown>)[] = [
      () => findOrder({ exchange, direct: undefined }, ours, SPOT_MARKET, code),
      () => exchange.fetchOpenOrders(symbol),
      () => exchange.fetchMyTrades(symbol, 1_000, 50),
      () => exchange.fetchBalance(),
    ];
    for (const question of questions) {
      // The library takes an object of an unknown form for a refusal, at some exchanges.
      const kind = text === "{}" ? expect.stringMatching(/^(?:unavailable|rejected)$/) : "unavailable";
      await expect(failing(question)).rejects.toMatchObject({ kind });
    }
  },
);

test.each([
  ["", ""],
  ["{}", {}],
])("a change that is confirmed without a word (`%s`) is confirmed", async (text, answer) => {
  page = text;
  const exchange = await library("binance");
  expect(await exchange.fetch(`${server.url}/listen-key`, "DELETE")).toEqual(answer);
});
