import { expect, test } from "vitest";
import { manualClock } from "../../../../test/support/manual-clock.ts";
import { bookOf, marketOf } from "../../../../test/support/scripted-exchange.ts";
import { WithHeaders } from "../../../kit/endpoint/output.ts";
import { silentLog } from "../../../kit/log/log.ts";
import { MarketState } from "../market-state.ts";
import { Refresher } from "../refresher.ts";
import { fetchSymbolTrades } from "./fetch-symbol-trades.ts";

test("the most active markets are among those that are traded now, however active others were", async () => {
  const clock = manualClock();
  const market = new MarketState({ clock, log: silentLog() });
  market.addExchange({ code: "one", name: "One", kind: "live" }, { state: "ok", reason: "", sinceMs: 0 });
  const all = Array.from({ length: 11 }, (_, at) => marketOf(`C${at}/USDT`));
  market.readListings("one", all);
  // The first ones change most.
  for (const { index } of market.listings()) {
    for (let bid = 1; bid <= 20 - index; bid++) market.load(index, bookOf(bid, 100));
    market.trade(index, { id: "1", price: 1, quantity: 1, takerSide: "buy", atMs: 1 });
  }
  const active = async (): Promise<string[]> => {
    const call = {
      input: { params: { side: "both" as const } },
      actor: undefined,
      requestId: "1",
      signal: new AbortController().signal,
    };
    const answer = await fetchSymbolTrades.run({ market, refresher: new Refresher(), clock }, call);
    return Object.keys(answer instanceof WithHeaders ? answer.value : answer);
  };
  const codes = all.map(({ id }) => `one-${id}`);
  expect(await active()).toEqual(codes.slice(0, 10));
  await clock.advance(1_000);
  // The first is there no more, and the second is halted.
  market.readListings("one", [marketOf("C1/USDT", { isActive: false }), ...all.slice(2)]);
  expect(await active()).toEqual(codes.slice(2));
});
