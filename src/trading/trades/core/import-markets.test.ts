import { expect, test } from "vitest";
import { chooseImportMarkets } from "./import-markets.ts";

const listed = [
  { id: "btcusdt", base: "BTC", quote: "USDT" },
  { id: "ethusdt", base: "ETH", quote: "USDT" },
  { id: "ethbtc", base: "ETH", quote: "BTC" },
  { id: "solusdt", base: "SOL", quote: "USDT" },
];

test("named markets, known ones and those between held currencies are imported, others are not", () => {
  const facts = {
    known: new Map([["ethbtc", 5]]),
    named: ["solusdt"],
    held: new Set(["BTC", "USDT"]),
    listed,
    limit: 10,
  };
  expect(chooseImportMarkets(facts)).toEqual(["solusdt", "btcusdt", "ethbtc"]);
});

test("markets that waited longest come first, and a run has a limit", () => {
  const known = new Map([
    ["ethbtc", 9],
    ["btcusdt", 3],
    ["ethusdt", 7],
    ["gone", 1],
  ]);
  expect(chooseImportMarkets({ known, named: [], held: new Set(), listed, limit: 2 })).toEqual(["btcusdt", "ethusdt"]);
});
