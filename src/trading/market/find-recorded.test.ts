import { expect, test } from "vitest";
import { marketOf } from "../../../test/support/scripted-exchange.ts";
import { findRecorded } from "./find-recorded.ts";
import type { Listing, MarketView } from "./view.ts";

const DAY = 86_400_000;

const listings = [
  ["btcusdt270625", "BTC/USDT:USDT-270625", 9 * DAY],
  ["btcusdt250101", "BTC/USDT:USDT-250101", DAY],
  ["btcusdt261225", "BTC/USDT:USDT-261225", 9 * DAY],
].map(([id, symbol, lastSeenMs], index): Listing => {
  const market = { ...marketOf("BTC/USDT"), id: String(id), symbol: String(symbol), type: "future" as const };
  return { index, code: `one-${id}`, exchange: "one", market, firstSeenMs: 0, lastSeenMs: Number(lastSeenMs) };
});

const parts = {
  market: { listings: () => listings, exchange: () => undefined } as unknown as MarketView,
  tape: { availability: async () => [] } as unknown as Parameters<typeof findRecorded>[0]["tape"],
};
const find = (symbol: string, type = "future") => findRecorded(parts, { exchange: "ONE", symbol, type });

test("a contract is the one that is named, also when it has ended", async () => {
  expect(await find("btc/usdt:usdt-250101")).toMatchObject({
    code: "one-btcusdt250101",
    label: "one BTC/USDT:USDT-250101",
  });
});

test("of the contracts of a pair that are listed now the first is meant, and the answer says which", async () => {
  expect(await find("BTC/USDT")).toMatchObject({ code: "one-btcusdt261225", label: "one BTC/USDT:USDT-261225" });
  expect(await find("BTC/USDT", "spot")).toBeUndefined();
});
