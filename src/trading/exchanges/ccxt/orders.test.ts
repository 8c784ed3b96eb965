import { describe, expect, test } from "vitest";
import { SPOT_MARKET } from "../../../../test/support/unmodified-library.ts";
import type { CcxtExchange, CcxtOrder } from "./library.ts";
import { balancesOf, decimalText, fillOf, reportOf, streamedReportOf } from "./orders.ts";
import { placeOrder } from "./place-order.ts";

const NOBODY = { bySymbol: () => undefined };
const KNOWN = { marketId: "btcusdt", nowMs: 5000 };
const ORDER: CcxtOrder = {
  id: "77",
  clientOrderId: "mine1",
  type: "limit",
  side: "sell",
  status: "closed",
  price: "60000.00000000",
  amount: "0.02000000",
  filled: "0.02000000",
  cost: "1200.00000000",
  fees: [{ currency: "USDT", cost: "1.2" }, { currency: "BNB" }],
  timestamp: 1000,
  lastTradeTimestamp: 2000,
};

describe("an order of the library", () => {
  test("is reported with the digits that the exchange sent", () => {
    expect(reportOf(ORDER, NOBODY, KNOWN)).toEqual({
      marketId: "btcusdt",
      exchangeOrderId: "77",
      clientOrderId: "mine1",
      side: "sell",
      type: "limit",
      state: "filled",
      price: "60000.00000000",
      amount: "0.02000000",
      filled: "0.02000000",
      cost: "1200.00000000",
      fees: [{ currency: "USDT", amount: "1.2" }],
      createdMs: 1000,
      updatedMs: 2000,
    });
  });

  test("of which little is answered is filled up with what is known", () => {
    const report = reportOf({ id: "77" }, NOBODY, { ...KNOWN, clientOrderId: "mine2" });
    expect(report).toMatchObject({ clientOrderId: "mine2", state: "open", price: "0", filled: "0", createdMs: 5000 });
  });

  test("without a time of its last change has none, so that no clock of ours is compared with the exchange's", () => {
    expect(reportOf({ id: "77" }, NOBODY, KNOWN).updatedMs).toBeUndefined();
    expect(reportOf({ id: "77", timestamp: 1000 }, NOBODY, KNOWN)).toMatchObject({
      createdMs: 1000,
      updatedMs: undefined,
    });
  });

  test.each([
    ["market", undefined, "market"],
    ["stop_loss_limit", "59000", "stop_limit"],
    ["STOP", undefined, "limit"],
    ["market", "59000", "stop"],
    ["limit", 0, "limit"],
  ])("of type %s with a trigger of %s is a %s order", (type, triggerPrice, expected) => {
    expect(reportOf({ ...ORDER, type, triggerPrice }, NOBODY, KNOWN).type).toBe(expected);
  });

  test.each([
    ["open", "open"],
    ["closed", "filled"],
    ["canceled", "canceled"],
    ["expired", "expired"],
    ["rejected", "rejected"],
    ["canceling", "open"],
  ])("that is %s is %s", (status, expected) => {
    expect(reportOf({ ...ORDER, status }, NOBODY, KNOWN).state).toBe(expected);
  });
});

describe("an end that does not tell what was traded", () => {
  test.each([
    ["closed", "0", "open"],
    ["closed", undefined, "open"],
    ["canceled", "0", "canceled"],
  ])("of an order that is %s and has traded %j makes it %s", (status, filled, expected) => {
    expect(reportOf({ ...ORDER, status, filled }, NOBODY, KNOWN).state).toBe(expected);
  });

  test.each([
    ["closed", "0"],
    ["closed", undefined],
    ["canceled", undefined],
    ["expired", undefined],
  ])("a stream that says %s, with %j traded, reports nothing", (status, filled) => {
    expect(streamedReportOf({ ...ORDER, status, filled }, NOBODY, { ...KNOWN, code: "binance" })).toBeUndefined();
  });

  test.each([
    ["closed", "0"],
    ["canceled", undefined],
  ])("leaves an order in doubt where it is the answer to placing it: %s, and %j was traded", async (status, filled) => {
    const exchange = { id: "binance", createOrder: () => Promise.resolve({ ...ORDER, status, filled }) };
    const order = { marketId: "btcusdt", clientOrderId: "a", side: "sell", type: "market", amount: "0.02" } as const;
    const instance = { exchange: exchange as unknown as CcxtExchange, direct: undefined };
    await expect(placeOrder(instance, order, SPOT_MARKET, 0)).rejects.toMatchObject({ kind: "unknown" });
  });
});

test("a fill names our order where the exchange tells, under whatever name", () => {
  const trade = { id: "1", order: "77", symbol: "BTC/USDT", price: "1", amount: "2", side: "buy" };
  expect(fillOf({ ...trade, info: { orderLinkId: "mine3" } }, NOBODY, KNOWN).clientOrderId).toBe("mine3");
  expect(fillOf(trade, NOBODY, KNOWN)).toMatchObject({ clientOrderId: "", isMaker: false, atMs: 5000 });
});

test("balances of nothing are left out", () => {
  const free = { BTC: "1.50000000", ETH: "0.00000000", USDT: "0" };
  expect(balancesOf({ free, used: { USDT: "7.5" } })).toEqual([
    { currency: "BTC", free: "1.50000000", used: "0" },
    { currency: "USDT", free: "0", used: "7.5" },
  ]);
});

test.each([
  ["0.00010000", "0.00010000"],
  ["1e-8", "0.00000001"],
  [1e-7, "0.0000001"],
  [undefined, "0"],
  ["", "0"],
  ["NaN", "0"],
])("%s is %s as decimal text", (value, expected) => {
  expect(decimalText(value)).toBe(expected);
});
