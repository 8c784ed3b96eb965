/** The list of the latest trades says where the stream of an exchange broke among them. */
import { expect, test } from "vitest";
import { marketOf, ScriptedExchange } from "../../../../test/support/scripted-exchange.ts";
import { tradingWorld } from "../../../../test/support/trading-world.ts";
import { waitUntil } from "../../../../test/support/wait-until.ts";

const one = new ScriptedExchange(
  "one",
  ["BTC/USDT", "ETH/USDT"].map((symbol) => marketOf(symbol)),
);
const world = await tradingWorld({ exchanges: [one] });

test("trades may be missing from the moment on that is told, until a hundred have come after it", async () => {
  await waitUntil(() => expect(one.watched).toBeDefined());
  const { key } = await world.person();
  const trade = (id: string, market = "btcusdt"): void =>
    one.says.trade(market, { id, price: 100, quantity: 1, takerSide: "buy", atMs: Date.now() });
  const shown = async (code = "one-btcusdt", side = "asks") => {
    const { json } = await world.ask("POST", "public/fetch-symbol-trades", { params: { symbol: code, side }, key });
    return json.data[code];
  };
  trade("before");
  trade("before", "ethusdt");
  expect(await shown()).not.toHaveProperty("broken");
  const brokenMs = Date.now();
  one.says.tradesBroke?.("btcusdt", brokenMs + 0.5);
  expect(await shown()).toMatchObject({ broken: brokenMs });
  expect(await shown("one-btcusdt", "bids")).toEqual({ bids: [], broken: brokenMs });
  expect(await shown("one-ethusdt")).not.toHaveProperty("broken");
  one.says.tradesResumed?.("btcusdt");
  for (let at = 0; at < 99; at++) trade(`after-${at}`);
  expect(await shown()).toMatchObject({ broken: brokenMs });
  trade("the hundredth after it");
  expect(await shown()).not.toHaveProperty("broken");
});
