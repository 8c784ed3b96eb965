import { expect, test } from "vitest";
import { marketOf } from "../../../../test/support/scripted-exchange.ts";
import { WithHeaders } from "../../../kit/endpoint/output.ts";
import type { Listing, MarketView } from "../view.ts";
import { indexSymbols } from "./index-symbols.ts";

test("a market that its exchange has halted is suspended, and not called delisted", async () => {
  const seen = [
    [marketOf("BTC/USDT"), 9],
    [marketOf("ETH/USDT", { isActive: false }), 9],
    [marketOf("XRP/USDT"), 5],
  ] as const;
  const listings = seen.map(([market, lastSeenMs], index): Listing => {
    return { index, code: `one-${market.id}`, exchange: "one", market, firstSeenMs: index, lastSeenMs };
  });
  const view = { exchange: () => ({}), listings: () => listings };
  const params = { exchange: "one", limit: 10, pagenumber: 1 };
  const call = { input: { params }, actor: undefined, requestId: "1", signal: new AbortController().signal };
  const found = await indexSymbols.run({ market: view as unknown as MarketView }, call);
  const answer = found instanceof WithHeaders ? found.value : found;
  expect(answer.symbols.map(({ code, status }) => [code, status])).toEqual([
    ["one-xrpusdt", "delisted"],
    ["one-ethusdt", "suspended"],
    ["one-btcusdt", "trading"],
  ]);
});
