import { afterEach, expect, test } from "vitest";
import { ccxtWorld, CREDENTIALS } from "../../../../test/support/ccxt-loopback.ts";
import type { CcxtWorld } from "../../../../test/support/ccxt-loopback.ts";
import { waitUntil } from "../../../../test/support/wait-until.ts";
import { RecordedMarket } from "../../../../test/support/exchange-contract/recorded-market.ts";
import { systemClock } from "../../../kit/time/clock.ts";
import { loadCcxt } from "./library.ts";

let world: CcxtWorld | undefined;
afterEach(async () => {
  await world?.close();
  world = undefined;
});

test("Binance.US can be tried at an address beside Binance: orders, and books by its stream", async () => {
  world = await ccxtWorld();
  const exchange = await world.connect({ code: "binanceus" });
  expect(exchange).toMatchObject({ code: "binanceus", name: "Binance.US" });
  const account = exchange.account(CREDENTIALS);
  const order = { marketId: "btcusdt", clientOrderId: "us1", side: "buy", type: "limit", amount: "0.01" } as const;
  expect(await account.place({ ...order, price: "50000" })).toMatchObject({ state: "open" });
  expect(await account.find(order)).toMatchObject({ state: "open" });
  expect(await account.cancel(order)).toMatchObject({ state: "canceled" });
  const sink = new RecordedMarket();
  const watch = exchange.watch(["btcusdt"], sink);
  await waitUntil(() => expect(sink.read("btcusdt", 1)?.bids).toHaveLength(1));
  await watch.stop();
});

test("the test network of an exchange is the one that the library knows", async () => {
  const { make } = await loadCcxt("binance");
  const { urls } = make({ clock: systemClock(), address: "testnet" });
  expect(JSON.stringify(urls["api"])).toContain("https://testnet.binance.vision/api/v3");
  const kraken = await loadCcxt("kraken");
  expect(() => kraken.make({ clock: systemClock(), address: "testnet" })).toThrow(
    "trading.exchangeAddresses: no test network of kraken is known: name its address",
  );
});
