import { expect, test } from "vitest";
import { exchangesProblem, pairsProblem, readExchangeChoice } from "./settings.ts";

test.each([
  ["", []],
  ["simulated", [{ code: "simulated", isPaper: false }]],
  [
    " binance , paper:kraken",
    [
      { code: "binance", isPaper: false },
      { code: "kraken", isPaper: true },
    ],
  ],
])("exchanges are read from %j", (text, expected) => {
  expect(readExchangeChoice(text)).toEqual(expected);
});

test.each([
  // Each of them connected the live exchange.
  ["papr:binance", 'must have paper: before an exchange, or nothing: "papr:binance" is neither'],
  ["kraken, simulated:binance", 'must have paper: before an exchange, or nothing: "simulated:binance" is neither'],
  ["live:binance", 'must have paper: before an exchange, or nothing: "live:binance" is neither'],
  ["binance:paper", 'must have paper: before an exchange, or nothing: "binance:paper" is neither'],
  ["binance, kraken,binance", 'must name each exchange once: "binance" is there twice'],
  ["paper:simulated", undefined],
  ["binance,paper:binance", undefined],
  ["", undefined],
])("of the exchanges %j it is said what cannot be meant", (text, problem) => {
  expect(exchangesProblem(text)).toBe(problem);
});

test.each([
  ["all", undefined],
  ["Top:50", undefined],
  ["BTC/USDT, eth/btc,BTC/USDT:USDT,BTCUSDT", undefined],
  ["TOP/USDT", undefined],
  ["top:0", 'must be all, top: and a number, or pairs such as BTC/USDT: "top:0" is none of them'],
  ["top200", 'must be all, top: and a number, or pairs such as BTC/USDT: "top200" is none of them'],
  ["top: 200", 'must be all, top: and a number, or pairs such as BTC/USDT: "top: 200" is none of them'],
  ["top:200,BTC/USDT", 'must be all, top: and a number, or pairs such as BTC/USDT: "top:200" is none of them'],
  ["BTC/USDT,all", 'must be all, top: and a number, or pairs such as BTC/USDT: "all" is none of them'],
  [
    "BTC/USDT ETH/USDT",
    'must be all, top: and a number, or pairs such as BTC/USDT: "BTC/USDT ETH/USDT" is none of them',
  ],
  [
    "BTC/USDT;ETH/USDT",
    'must be all, top: and a number, or pairs such as BTC/USDT: "BTC/USDT;ETH/USDT" is none of them',
  ],
  [" ", "must be all, top: and a number, or pairs such as BTC/USDT"],
])("of the pairs %j it is said what cannot be meant", (text, problem) => {
  expect(pairsProblem(text)).toBe(problem);
});
