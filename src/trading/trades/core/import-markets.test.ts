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
  expect(chooseImportMarkets(facts)).toEqual({
    chosen: ["solusdt", "btcusdt", "ethbtc"],
    waiting: 0,
    unlisted: [],
  });
});

test("markets that waited longest come first, a run has a limit, and what it leaves out is told", () => {
  const known = new Map([
    ["ethbtc", 9],
    ["btcusdt", 3],
    ["ethusdt", 7],
    ["gone", 1],
  ]);
  const facts = { known, named: [], held: new Set<string>(), listed, limit: 2 };
  expect(chooseImportMarkets(facts)).toEqual({ chosen: ["btcusdt", "ethusdt"], waiting: 0, unlisted: ["gone"] });
  expect(chooseImportMarkets({ ...facts, named: ["solusdt"], limit: 0 })).toMatchObject({ chosen: [], waiting: 1 });
});
