import { expect, onTestFinished, test } from "vitest";
import { inProcessBus } from "../../../kit/bus/in-process-bus.ts";
import { silentLog } from "../../../kit/log/log.ts";
import { SAME_CLOCK } from "../../../kit/sql/database-clock.ts";
import { manualClock } from "../../../../test/support/manual-clock.ts";
import { bookOf, marketOf } from "../../../../test/support/scripted-exchange.ts";
import { MarketState } from "../market-state.ts";
import { TradeFlow } from "../trade-flow.ts";
import { publishMarket } from "./publish-market.ts";
import { exchangeTopic, helloTopic, topsTopic, tradesTopic } from "./topics.ts";

function world() {
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
    tradeFlow: new TradeFlow(state.lastTrades),
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
  return { clock, bus, state, heard, loseLease: () => void (isHeld = false) };
}

test("trades that are too many for one batch are left out, and a break says so", async () => {
  const { clock, state, heard } = world();
  const trade = (id: number): void =>
    state.trade(0, { id: String(id), price: 1, quantity: 1, takerSide: "buy", atMs: id });
  trade(0);
  await clock.advance(50);
  const takenMs = clock.now() / 1_000;
  for (let id = 1; id <= 2_500; id++) trade(id);
  heard.length = 0;
  await clock.advance(50);
  const lines = heard.flatMap((text) => text.split("\n").filter((line) => line.startsWith("btcusdt ")));
  expect(lines[0]).toBe(`btcusdt broke ${takenMs}`);
  const ids = lines.slice(1).map((line) => Number(line.split(" ")[5]));
  expect(ids.length).toBeGreaterThanOrEqual(1_000);
  expect(ids).toEqual(ids.map((_, at) => 2_501 - ids.length + at));
});

test("from the moment that the lease is lost nothing is sent, even if the loss is not noticed yet", async () => {
  const { clock, bus, state, heard, loseLease } = world();
  const change = async (bid: number): Promise<void> => {
    state.load(0, bookOf(bid, bid + 1));
    state.trade(0, { id: "1", price: bid, quantity: 1, takerSide: "buy", atMs: 1 });
    await bus.publish(helloTopic("one"), "hello");
    await clock.advance(3_000);
  };
  await change(99);
  expect(heard.filter((text) => text.startsWith("#7 ")).length).toBeGreaterThan(3);

  loseLease();
  heard.length = 0;
  await change(98);
  expect(heard).toEqual([]);
});
