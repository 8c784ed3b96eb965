/** How orders end at exchanges, in their own words, read by the library as it is installed. */
import { expect, test } from "vitest";
import { libraryAt, SPOT_MARKET } from "../../../../test/support/unmodified-library.ts";
import { reportOf } from "./orders.ts";

const BYBIT = {
  orderId: "7",
  orderType: "Limit",
  side: "Buy",
  price: "2",
  qty: "10",
  cumExecQty: "4",
  cumExecValue: "8",
};
const GATE = {
  id: "7",
  type: "limit",
  side: "buy",
  account: "spot",
  price: "2",
  amount: "10",
  left: "10",
  text: "t-a",
};
const HITBTC = { id: 7, client_order_id: "a", side: "buy", type: "limit", price: "2", quantity: "10" };
const BITSTAMP = { id: 7, client_order_id: "a", type: 0, transactions: [], amount_remaining: "10" };

const ENDINGS: readonly (readonly [string, string, object, string])[] = [
  ["bybit", "PartiallyFilledCanceled", { ...BYBIT, leavesQty: "0" }, "canceled"],
  ["bybit", "Filled", { ...BYBIT, cumExecQty: "10", leavesQty: "0" }, "filled"],
  ["bybit", "PartiallyFilled", { ...BYBIT, leavesQty: "6" }, "open"],
  ["gate", "fok", GATE, "canceled"],
  ["gate", "poc", GATE, "canceled"],
  ["gate", "stp", { ...GATE, left: "4" }, "canceled"],
  ["gate", "open", GATE, "open"],
  ["hitbtc", "expired", HITBTC, "expired"],
  ["bitstamp", "Expired", BITSTAMP, "expired"],
  ["bitstamp", "Open", BITSTAMP, "open"],
];

test.each(ENDINGS)("at %s, an order that is %s is reported by its end", async (code, word, message, expected) => {
  const exchange = await libraryAt(code, "http://127.0.0.1:1");
  const said = { bybit: { orderStatus: word }, gate: { status: "cancelled", finish_as: word } }[code] ?? {
    status: word,
  };
  const order = exchange.parseOrder({ ...message, ...said }, exchange.market(SPOT_MARKET.symbol));
  expect(reportOf(order, { bySymbol: () => SPOT_MARKET }, { nowMs: 0 }).state).toBe(expected);
});

test.each([
  ["cancelled", "4", "canceled"],
  ["closed", "0", "filled"],
  ["open", "10", "open"],
])(
  "at gate, an order that is %s and has a dash for why it ended is reported by its status",
  async (status, left, expected) => {
    const exchange = await libraryAt("gate", "http://127.0.0.1:1");
    const message = { ...GATE, left, status, finish_as: "-" };
    const order = exchange.parseOrder(message, exchange.market(SPOT_MARKET.symbol));
    expect(reportOf(order, { bySymbol: () => SPOT_MARKET }, { nowMs: 0 }).state).toBe(expected);
  },
);
