import { expect, test } from "vitest";
import { parseChannel } from "./channel-name.ts";

test.each([
  ["asks/binance-btcusdt-1", { kind: "price", side: "asks", code: "binance-btcusdt", level: 1 }],
  [
    "bids/simalpha_paper-btcusdtswap-10",
    { kind: "price", side: "bids", code: "simalpha_paper-btcusdtswap", level: 10 },
  ],
  ["book/kraken-xbt.d", { kind: "book", code: "kraken-xbt.d" }],
  ["trades/kraken-xbt.d", { kind: "trades", code: "kraken-xbt.d" }],
  ["spread/kraken-btcusd+binance-btcusdt", { kind: "spread", ask: "kraken-btcusd", bid: "binance-btcusdt" }],
  ["arbitrage", { kind: "arbitrage" }],
  ["system/status", { kind: "status" }],
  ["news", { kind: "news", of: "all" }],
  ["news/bitcoin-cash", { kind: "news", of: { watched: "bitcoin-cash" } }],
  ["news/1000001", { kind: "news", of: { own: 1_000_001 } }],
  ["signals/17", { kind: "private", topic: "signals", id: "17" }],
  ["strategy/1", { kind: "private", topic: "strategy", id: "1" }],
  ["transactions/1", { kind: "private", topic: "transactions", id: "1" }],
])("%s is a channel", (text, name) => {
  expect(parseChannel(text)).toEqual(name);
});

test.each([
  "",
  "asks",
  "asks/",
  "asks/binance-btcusdt",
  "asks/binance-btcusdt-0",
  "asks/binance-btcusdt-11",
  "asks/binance-btcusdt-01",
  "asks/binance-btcusdt-1 ",
  "asks/Binance-btcusdt-1",
  "last/binance-btcusdt-1",
  "book/btcusdt",
  "trades/btcusdt",
  "trades/binance-btcusdt\n",
  "spread/kraken-btcusd",
  "spread/kraken-btcusd+binance-btcusdt+a-b",
  "arbitrage/1",
  "system/status/",
  "news/",
  "news/Bitcoin",
  "news/two words",
  `news/${"a".repeat(61)}`,
  "strategy/x",
  "strategy/1234567890123456789",
  `trades/binance-${"a".repeat(41)}`,
  "__proto__",
])("%j is none", (text) => {
  expect(parseChannel(text)).toBeUndefined();
});
