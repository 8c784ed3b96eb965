/** Exchanges that push no books are followed by asking. */
import { expect, test, vi } from "vitest";
import { ccxtWorld } from "../../../../test/support/ccxt-loopback.ts";
import { RecordedMarket } from "../../../../test/support/exchange-contract/recorded-market.ts";

const PATIENT = { timeout: 15_000, interval: 20 };

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
  await vi.waitFor(expectTruth, PATIENT);
  loopback.world.trade(10);
  await vi.waitFor(expectTruth, PATIENT);
  expect(loopback.connections).toBe(0);
  await loopback.crash();
  await vi.waitFor(() => expect(sink.words).toContain("ethusdt lost disconnected"), PATIENT);
  await loopback.restart();
  await vi.waitFor(expectTruth, PATIENT);
  expect(sink.words.filter((word) => word === "ethusdt lost disconnected")).toHaveLength(1);
  watch.replace(["ethusdt"]);
  expect(sink.words.at(-1)).toBe("btcusdt lost unsubscribed");
  await watch.stop();
  await world.close();
}, 40_000);
