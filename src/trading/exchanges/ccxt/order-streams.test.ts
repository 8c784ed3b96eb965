/** Every exchange that is said to push own orders is asked for those of all markets, by the library as it is installed. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { loopbackServer, type LoopbackServer } from "../../../../test/support/loopback-server.ts";
import { libraryAt } from "../../../../test/support/unmodified-library.ts";
import { EXCHANGE_CODES } from "../core/exchange-codes.ts";
import { ExchangeFailure } from "../core/failure.ts";
import { accountTypesOf, capabilitiesOf } from "./capabilities.ts";
import { clientOrderIdRules } from "./client-order-ids.ts";
import { failing } from "./failing.ts";

let server: LoopbackServer;

beforeAll(async () => {
  server = await loopbackServer((_, response) => response.writeHead(503).end());
});
afterAll(() => server.close());

test.each(EXCHANGE_CODES.filter((code) => clientOrderIdRules(code)))(
  "%s pushes orders of all markets, or is not said to",
  async (code) => {
    const exchange = await libraryAt(code, server.url);
    await exchange.loadHttpProxyAgent?.();
    // There is no stream to be opened: it fails also where a market is not missed.
    const failure = await failing(() => exchange.watchOrders()).catch((error: unknown) => error);
    await exchange.close();
    const isRefused = failure instanceof ExchangeFailure && failure.reason === "unsupported";
    expect(capabilitiesOf(exchange, accountTypesOf(exchange, undefined)).orderStream).toBe(!isRefused);
  },
);
