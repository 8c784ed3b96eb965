/** What the unmodified library sends of an order's terms: each is in the request in words of the exchange, or the order is refused. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { loopbackServer, type LoopbackServer } from "../../../../test/support/loopback-server.ts";
import { libraryAt, SPOT_MARKET } from "../../../../test/support/unmodified-library.ts";
import { EXCHANGE_CODES } from "../core/exchange-codes.ts";
import type { NewOrder } from "../port.ts";
import { capabilitiesOf } from "./capabilities.ts";
import { clientOrderIdRules } from "./client-order-ids.ts";
import { checkOrder, placeOrder } from "./place-order.ts";

let server: LoopbackServer;

/** Enough of an answer for what exchanges are asked before an order. */
const ANSWER = {
  code: "200000",
  retCode: 0,
  result: { unified: 1, uta: 1, unifiedMarginStatus: 6 },
  status: "ok",
  data: [{ id: 5, type: "spot" }],
};

beforeAll(async () => {
  server = await loopbackServer((_, response) => {
    response.setHeader("content-type", "application/json").end(JSON.stringify(ANSWER));
  });
});
afterAll(() => server.close());

const ORDERS = {
  post: { type: "limit", price: "10", postOnly: true },
  ioc: { type: "limit", price: "10", timeInForce: "IOC" },
  fok: { type: "limit", price: "10", timeInForce: "FOK" },
  stop: { type: "stop", stopPrice: "11" },
  stopLimit: { type: "stop_limit", stopPrice: "11", price: "12" },
} as const;

type Words = Partial<Readonly<Record<keyof typeof ORDERS, string>>>;

/** By the documents of the exchanges. */
const FLAGS = { post: '"postOnly":true', ioc: '"timeInForce":"IOC"', fok: '"timeInForce":"FOK"' };
const BINANCE = { post: "type=LIMIT_MAKER", ioc: "timeInForce=IOC", fok: "timeInForce=FOK" };
const STOPS = { stop: "type=STOP_LOSS&quantity=1&stopPrice=11", stopLimit: "type=STOP_LOSS_LIMIT" };
const WORDS: Readonly<Record<string, Words>> = {
  binance: { ...BINANCE, ...STOPS },
  binancecoinm: BINANCE,
  binanceus: { ...BINANCE, ...STOPS },
  binanceusdm: BINANCE,
  bitget: { post: '"force":"post_only"', ioc: '"force":"IOC"', fok: '"force":"FOK"' },
  bitstamp: {},
  bybit: { ...FLAGS, post: '"timeInForce":"PostOnly"' },
  gate: { post: '"time_in_force":"poc"', ioc: '"time_in_force":"ioc"', fok: '"time_in_force":"fok"' },
  hitbtc: { post: '"post_only":true', ioc: '"time_in_force":"IOC"', fok: '"time_in_force":"FOK"' },
  htx: { post: "buy-limit-maker", ioc: "buy-ioc", fok: "buy-limit-fok" },
  kraken: { post: "oflags=post", ioc: "timeinforce=IOC", fok: "timeinforce=FOK" },
  kucoin: FLAGS,
  kucoinfutures: FLAGS,
  mexc: { post: "type=LIMIT_MAKER", ioc: "type=IMMEDIATE_OR_CANCEL", fok: "type=FILL_OR_KILL" },
  okx: { post: '"ordType":"post_only"', ioc: '"ordType":"ioc"', fok: '"ordType":"fok"' },
  phemex: {},
};

test.each(EXCHANGE_CODES.filter((code) => clientOrderIdRules(code)))("%s", async (code) => {
  const orderTypes = ["LIMIT", "MARKET", "STOP_LOSS", "STOP_LOSS_LIMIT", "LIMIT_MAKER"];
  const exchange = await libraryAt(code, server.url, { info: { orderTypes } });
  const has = capabilitiesOf(exchange, ["spot"]);
  const sent: Record<string, string> = {};
  for (const [name, terms] of Object.entries(ORDERS)) {
    server.seen.length = 0;
    const order: NewOrder = { marketId: "btcusdt", clientOrderId: "ab1f2g3h", side: "buy", amount: "1", ...terms };
    try {
      checkOrder(order, SPOT_MARKET, { code, has });
    } catch {
      continue;
    }
    // What it answers is no order.
    await placeOrder({ exchange, direct: undefined }, order, SPOT_MARKET, 0).catch(() => undefined);
    const last = server.seen.at(-1);
    sent[name] = `${last?.path ?? ""} ${last?.body ?? ""}`;
  }
  const expected = Object.entries(WORDS[code] ?? {}).map(([name, words]) => [name, expect.stringContaining(words)]);
  expect(sent).toEqual(Object.fromEntries(expected));
});
