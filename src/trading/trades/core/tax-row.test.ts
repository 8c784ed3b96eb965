import { expect, test } from "vitest";
import { TAX_COLUMNS, taxRow } from "./tax-row.ts";

const facts = {
  side: "buy" as const,
  base: "BTC",
  quote: "USDT",
  filled: "0.5",
  cost: "5000",
  fees: [{ currency: "BTC", amount: "0.0005" }],
  exchange: "binance",
  group: "Strategy 7",
  atMs: 1_767_225_600_000,
};

test("a purchase buys the base currency and sells the quote", () => {
  expect(taxRow(facts)).toEqual([
    "Trade",
    "0.5",
    "BTC",
    "5000",
    "USDT",
    "0.0005",
    "BTC",
    "binance",
    "Strategy 7",
    "",
    "2026-01-01 00:00:00",
  ]);
});

test("a sale is the other way round, and a second fee is in the comment", () => {
  const fees = [...facts.fees, { currency: "BNB", amount: "0.01" }];
  const row = taxRow({ ...facts, side: "sell", fees });
  expect(row.slice(1, 5)).toEqual(["5000", "USDT", "0.5", "BTC"]);
  expect(row[TAX_COLUMNS.indexOf("Comment")]).toBe("Further fees: 0.01 BNB");
});

test("an order that traded nothing has empty cells", () => {
  expect(taxRow(undefined)).toEqual(TAX_COLUMNS.map(() => ""));
});
