/** Exchanges that push no books are followed by asking. */
import { expect, test } from "vitest";
import { ccxtWorld } from "../../../../test/support/ccxt-loopback.ts";
import { RecordedMarket } from "../../../../test/support/exchange-contract/recorded-market.ts";
import { waitUntil } from "../../../../test/support/wait-until.ts";

test("books come whole, again and again; what cannot be asked for is lost, and comes back", async () => {
  const world = await ccxtWorld({ has: { watchOrderBook: false } });
  const { exchange, loopback } = world;
  const sink = new RecordedMarket();
  const watch = exchange.watch(["btcusdt", "ethusdt"], sink);
  const expectTruth = (): void => {
    for (const [id, symbol] of [
      ["btcusdt", "BTCUSDT"],
      ["ethusdt", "ETHUSDT"],
    ] as const) {
      const { bids, asks } = loopback.book(symbol, 10);
      expect(sink.read(id, 10)).toEqual({ bids, asks });
    }
  };
  await waitUntil(expectTruth);
  loopback.world.trade(10);
  await waitUntil(expectTruth);
  expect(loopback.connections).toBe(0);
  await loopback.crash();
  await waitUntil(() => expect(sink.words).toContain("ethusdt lost disconnected"));
  await loopback.restart();
  await waitUntil(expectTruth);
  expect(sink.words.filter((word) => word === "ethusdt lost disconnected")).toHaveLength(1);
  watch.replace(["ethusdt"]);
  expect(sink.words.at(-1)).toBe("btcusdt lost unsubscribed");
  await watch.stop();
  await world.close();
});
