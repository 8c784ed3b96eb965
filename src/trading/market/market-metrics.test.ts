/** Connections to exchanges and the state of their books, as an operator sees them. */
import { expect, onTestFinished, test } from "vitest";
import { manualClock } from "../../../test/support/manual-clock.ts";
import { bookOf, marketOf, ScriptedExchange } from "../../../test/support/scripted-exchange.ts";
import { silentLog } from "../../kit/log/log.ts";
import { createMetrics } from "../../kit/metrics/metrics.ts";
import { HOUR_MS } from "../../kit/time/spans.ts";
import { liveMarket } from "./live-market.ts";
import { marketMetrics } from "./market-metrics.ts";

test("books by state, connections and the health of an exchange follow what happens to it", async () => {
  const exchange = new ScriptedExchange("one", [marketOf("BTC/USDT"), marketOf("ETH/USDT")]);
  const clock = manualClock();
  const { view, start, stop } = liveMarket({
    exchanges: [exchange],
    clock,
    log: silentLog(),
    pairs: "all",
    readEveryMs: HOUR_MS,
  });
  let isConnected = false;
  const metrics = createMetrics({ process: false });
  marketMetrics(metrics, { view, owns: () => isConnected });
  const read = async () => {
    const lines = (await metrics.text()).split("\n").filter((line) => line.startsWith("tripod_market_"));
    return Object.fromEntries(lines.map((line) => line.replace("tripod_market_", "").split(/ (?=\d+$)/)));
  };
  void start();
  onTestFinished(() => stop());
  await clock.advance(0);
  const books = (state: string) => `books{exchange="one",state="${state}"}`;
  expect(await read()).toMatchObject({
    'connected{exchange="one"}': "0",
    [books("none")]: "2",
    [books("live")]: "0",
  });

  isConnected = true;
  exchange.says.book("btcusdt", bookOf(99, 101, { sequence: 1 }));
  exchange.says.book("ethusdt", bookOf(9, 10, { sequence: 1 }));
  expect(await read()).toMatchObject({
    'connected{exchange="one"}': "1",
    'exchange_ok{exchange="one"}': "1",
    [books("none")]: "0",
    [books("live")]: "2",
  });

  exchange.says.lost("btcusdt", "gap");
  expect(await read()).toMatchObject({ [books("live")]: "1", [books("stale")]: "1" });
  exchange.says.change("ethusdt", { bids: [11, 1], asks: [], sequence: 2, atMs: 0 });
  expect(await read()).toMatchObject({ [books("live")]: "0", [books("crossed")]: "1" });

  exchange.says.health({ state: "down", reason: "no answer", sinceMs: 0 });
  expect(await read()).toMatchObject({ 'exchange_ok{exchange="one"}': "0", [books("stale")]: "2" });
});
