import { expect, test } from "vitest";
import { problemOf } from "./settings.ts";

test.each([
  [{}],
  [{ binance: "http://127.0.0.1:9001" }],
  [{ binance: "http://[::1]:9001/base", kraken: "http://exchange:9001", okx: "https://exchange.example.com/v1" }],
  [{ bybit: "testnet" }],
])("%j can be used", (addresses) => {
  expect(problemOf(addresses)).toBeUndefined();
});

test.each([
  [{ nowhere: "http://127.0.0.1:1" }, 'must name exchanges by their codes, such as binance: unknown code "nowhere"'],
  [{ constructor: "testnet" }, 'must name exchanges by their codes, such as binance: unknown code "constructor"'],
  [
    { binance: "127.0.0.1:9001" },
    "must have an address for binance that begins with https:// or http://, or is the word testnet",
  ],
  [
    { binance: "ftp://127.0.0.1" },
    "must have an address for binance that begins with https:// or http://, or is the word testnet",
  ],
  [
    { binance: "https://me:hunter2@example.com" },
    "must have an address for binance that holds no user and no password",
  ],
  [
    { binance: "https://example.com/?a=1" },
    "must have an address for binance that ends with its path, without ? and #",
  ],
  [
    { binance: "http://example.com" },
    "must have an address for binance that begins with https://: without TLS only hosts of your own network are taken",
  ],
  [
    { binance: `https://example.com/${"a".repeat(300)}` },
    "must have an address for binance that has at most 300 characters",
  ],
])("%j is refused with one sentence that does not repeat the address", (addresses, problem) => {
  expect(problemOf(addresses)).toBe(problem);
});
