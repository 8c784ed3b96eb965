/**
 * A stream and a lookup report the same traded amount of an order. The tests use the installed library, which reads some streams
 * as if an order had a single trade, or none.
 */
import { expect, test } from "vitest";
import { libraryAt, SPOT_MARKET } from "../../../../test/support/unmodified-library.ts";
import type { CcxtOrder } from "./library.ts";
import { reportOf, streamedReportOf } from "./orders.ts";

const SYMBOLS = { bySymbol: (symbol: string | undefined) => (symbol === SPOT_MARKET.symbol ? SPOT_MARKET : undefined) };

/** A limit order of 10 in the words of an exchange's stream: how it stands, what it has traded in all, and last. */
const MESSAGES = {
  bitget: ({ word, filled, last }: Told) => ({
    instId: "BTCUSDT",
    orderId: "7",
    clientOid: "a",
    price: "2",
    newSize: "10",
    orderType: "limit",
    side: "sell",
    accBaseVolume: filled,
    priceAvg: "2",
    status: word,
    ...(last !== "" && { tradeId: "9", baseVolume: last, fillPrice: "2" }),
  }),
  hitbtc: ({ word, filled, last }: Told) => ({
    id: 7,
    client_order_id: "a",
    symbol: "BTCUSDT",
    side: "sell",
    type: "limit",
    price: "2",
    quantity: "10",
    quantity_cumulative: filled,
    status: word,
    report_type: last === "" ? word : "trade",
    ...(last !== "" && { trade_id: 9, trade_quantity: last, trade_price: "2", trade_fee: "0", trade_taker: true }),
  }),
  kraken: ({ word, filled }: Told) => ({
    order_id: "7",
    cl_ord_id: "a",
    order_userref: 0,
    symbol: "BTC/USDT",
    side: "sell",
    order_type: "limit",
    limit_price: 2,
    order_qty: 10,
    cum_qty: Number(filled),
    cum_cost: 2 * Number(filled),
    order_status: word,
    exec_type: word,
  }),
  mexc: ({ word, filled }: Told) => ({
    id: "7",
    clientId: "a",
    price: "2",
    quantity: "10",
    // What the whole order is worth.
    amount: "20",
    orderType: 1,
    tradeType: 2,
    cumulativeQuantity: filled,
    cumulativeAmount: String(2 * Number(filled)),
    status: Number(word),
  }),
} as const;

interface Told {
  readonly word: string;
  readonly filled: string;
  readonly last: string;
}

async function streamed(code: keyof typeof MESSAGES, told: Told) {
  const exchange = await libraryAt(code, "http://127.0.0.1:1");
  const reader = exchange as unknown as { parseWsOrder(message: object, market: object): CcxtOrder };
  const order = reader.parseWsOrder(MESSAGES[code](told), exchange.market(SPOT_MARKET.symbol));
  return streamedReportOf(order, SYMBOLS, { code, nowMs: 0 });
}

test.each([
  ["bitget", "partially_filled", "4", "4", "open"],
  ["bitget", "partially_filled", "7", "3", "open"],
  ["bitget", "filled", "10", "3", "filled"],
  ["bitget", "cancelled", "7", "", "canceled"],
  ["bitget", "cancelled", "7", "3", "canceled"],
  ["hitbtc", "partiallyFilled", "7", "3", "open"],
  ["hitbtc", "filled", "10", "3", "filled"],
  ["hitbtc", "canceled", "7", "", "canceled"],
  ["kraken", "partially_filled", "7", "", "open"],
  ["kraken", "filled", "10", "", "filled"],
  ["kraken", "canceled", "7", "", "canceled"],
  ["kraken", "canceled", "0", "", "canceled"],
  ["mexc", "3", "7", "3", "open"],
  ["mexc", "2", "10", "3", "filled"],
  ["mexc", "4", "0", "", "canceled"],
] as const)(
  "at %s, an order that is %s and has traded %s, %j of it last, is %s with all that it has traded",
  async (code, word, filled, last, state) => {
    const report = await streamed(code, { word, filled, last });
    const cost = code === "kraken" || code === "mexc" ? { cost: String(2 * Number(filled)) } : {};
    expect(report).toMatchObject({ marketId: "btcusdt", clientOrderId: "a", side: "sell", state, filled, ...cost });
  },
);

test("an order at HitBTC has one id, whether its stream or a lookup shows it: cancels go by it", async () => {
  const exchange = await libraryAt("hitbtc", "http://127.0.0.1:1");
  const told = { word: "new", filled: "0", last: "" };
  const message = MESSAGES.hitbtc(told);
  const found = reportOf(exchange.parseOrder(message, exchange.market(SPOT_MARKET.symbol)), SYMBOLS, { nowMs: 0 });
  const report = await streamed("hitbtc", told);
  expect([found.exchangeOrderId, report?.exchangeOrderId]).toEqual(["a", "a"]);
});
