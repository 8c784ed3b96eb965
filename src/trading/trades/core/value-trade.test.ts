/** Trades in dollars: the trade's own rate, fees in any currency, and what has no rate. */
import { describe, expect, test } from "vitest";
import { parseFine } from "../../../kit/money/fine.ts";
import { ratesNeeded, valueTrade, type TradeFacts } from "./value-trade.ts";

const fine = (text: string): bigint => parseFine(text) ?? 0n;

const trade: TradeFacts = {
  side: "buy",
  base: "BTC",
  quote: "EUR",
  price: fine("10000"),
  amount: fine("0.5"),
  fee: undefined,
  quoteRate: fine("1.1"),
  feeRate: undefined,
};

describe("the value of a trade", () => {
  test("is amount times price at the rate of the quote currency", () => {
    expect(valueTrade(trade)).toEqual({
      trade: { side: "buy", amount: fine("0.5"), value: fine("5500"), feeAmount: 0n, fee: 0n },
      isFeeMissing: false,
    });
  });

  test.each([
    ["the quote currency", { currency: "EUR", amount: fine("2") }, undefined, { feeAmount: 0n, fee: fine("2.2") }],
    [
      "the base currency",
      { currency: "BTC", amount: fine("0.001") },
      undefined,
      { feeAmount: fine("0.001"), fee: fine("11") },
    ],
    ["a third currency", { currency: "BNB", amount: fine("0.01") }, fine("300"), { feeAmount: 0n, fee: fine("3") }],
    ["a rebate", { currency: "EUR", amount: fine("-1") }, undefined, { feeAmount: 0n, fee: fine("-1.1") }],
  ])("has its fee in %s", (_, fee, feeRate, expected) => {
    expect(valueTrade({ ...trade, fee, feeRate })?.trade).toMatchObject(expected);
  });

  test("lacks a fee whose currency has no rate, and says so", () => {
    const fee = { currency: "BNB", amount: fine("0.01") };
    expect(valueTrade({ ...trade, fee })).toMatchObject({
      trade: { fee: 0n, value: fine("5500") },
      isFeeMissing: true,
    });
  });

  test("is not known without a rate of the quote currency, or without the market", () => {
    expect(valueTrade({ ...trade, quoteRate: undefined })).toBeUndefined();
    expect(valueTrade({ ...trade, base: "" })).toBeUndefined();
  });

  test("needs a rate for a fee in a third currency only", () => {
    expect(ratesNeeded({ ...trade, fee: { currency: "BNB", amount: 1n } })).toEqual({ quote: "EUR", fee: "BNB" });
    expect(ratesNeeded({ ...trade, fee: { currency: "BTC", amount: 1n } })).toEqual({ quote: "EUR", fee: undefined });
    expect(ratesNeeded({ ...trade, fee: { currency: "BNB", amount: 0n } }).fee).toBeUndefined();
  });
});
