import { expect, test } from "vitest";
import { marketOf } from "../../../test/support/scripted-exchange.ts";
import { ListingTable } from "./listing-table.ts";

const [btc, eth] = [marketOf("BTC/USDT"), marketOf("ETH/USDT")];
const seen = (market: typeof btc, lastSeenMs: number) => ({ market, firstSeenMs: 1, lastSeenMs });

test("what another process has read later replaces what was known of a pair", () => {
  const table = new ListingTable();
  table.restore("x", [seen(btc, 5)]);
  const dearer = { ...btc, takerFee: 0.5, isActive: false };
  table.restore("x", [seen(dearer, 9)]);
  expect(table.find("x", "btcusdt")).toMatchObject({ market: dearer, lastSeenMs: 9 });
  table.restore("x", [seen(btc, 7)]);
  expect(table.find("x", "btcusdt")).toMatchObject({ market: dearer, lastSeenMs: 9 });
});

test("a pair that another process saw disappear is not news to the one that takes over", () => {
  const table = new ListingTable();
  table.restore("x", [seen(btc, 5), seen(eth, 5)]);
  table.restore("x", [seen(btc, 9), seen(eth, 5)]);
  expect(table.read("x", [btc], 10)).toEqual({ exchange: "x", added: [], removed: [] });
});

test("what is kept from before our own reading does not undo it", () => {
  const table = new ListingTable();
  table.restore("x", [seen(btc, 5)]);
  table.read("x", [btc, eth], 10);
  table.restore("x", [seen(btc, 5)]);
  expect(table.read("x", [btc, eth], 11)).toEqual({ exchange: "x", added: [], removed: [] });
});
