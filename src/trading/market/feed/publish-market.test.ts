import { expect, onTestFinished, test } from "vitest";
import { inProcessBus } from "../../../kit/bus/in-process-bus.ts";
import { silentLog } from "../../../kit/log/log.ts";
import { SAME_CLOCK } from "../../../kit/sql/database-clock.ts";
import { manualClock } from "../../../../test/support/manual-clock.ts";
import { bookOf, marketOf } from "../../../../test/support/scripted-exchange.ts";
import { MarketState } from "../market-state.ts";
import { publishMarket } from "./publish-market.ts";
import { exchangeTopic, helloTopic, topsTopic, tradesTopic } from "./topics.ts";

test("from the moment that the lease is lost nothing is sent, even if the loss is not noticed yet", async () => {
  const clock = manualClock();
  const bus = inProcessBus(silentLog());
  const state = new MarketState({ clock, log: silentLog() });
  const stopping = new AbortController();
  onTestFinished(() => stopping.abort());
  state.addExchange({ code: "one", name: "One", kind: "live" }, { state: "ok", reason: "", sinceMs: 0 });
  state.readListings("one", [marketOf("BTC/USDT")]);
  let isHeld = true;
  publishMarket("one", {
    state,
    bus,
    clock,
    databaseClock: SAME_CLOCK,
    host: "",
    hold: { fence: 7, signal: stopping.signal, isHeld: () => isHeld },
  });
  const heard: string[] = [];
  for (const topic of [topsTopic("one"), tradesTopic("one"), exchangeTopic("one")]) {
    bus.subscribe(topic, (text) => heard.push(text));
  }
  const change = async (bid: number): Promise<void> => {
    state.load(0, bookOf(bid, bid + 1));
    state.trade(0, { id: "1", price: bid, quantity: 1, takerSide: "buy", atMs: 1 });
    await bus.publish(helloTopic("one"), "hello");
    await clock.advance(3_000);
  };
  await change(99);
  expect(heard.filter((text) => text.startsWith("#7 ")).length).toBeGreaterThan(3);

  isHeld = false;
  heard.length = 0;
  await change(98);
  expect(heard).toEqual([]);
});
