import { expect, test } from "vitest";
import { keptLog } from "../../../test/support/kept-log.ts";
import { marketOf } from "../../../test/support/scripted-exchange.ts";
import { announceListings } from "./announce-listings.ts";
import { ListingTable } from "./listing-table.ts";
import type { NewExchangeAnnouncement } from "./store.ts";

const NOW = 1_767_225_600_000;

function world(record?: () => Promise<number>) {
  const told: NewExchangeAnnouncement[] = [];
  const log = keptLog();
  const announce = announceListings({
    announcements: { recordAnnouncement: record ?? ((each) => Promise.resolve(told.push(each))) },
    nameOf: (code) => code.toUpperCase(),
    nowMs: () => NOW,
    log,
  });
  const table = new ListingTable();
  const read = (...symbols: string[]): void => {
    const change = table.read(
      "one",
      symbols.map((symbol) => marketOf(symbol)),
      NOW,
    );
    if (change) announce(change);
  };
  return { told, log, read };
}

test("the first reading of an exchange is not news", () => {
  const { told, read } = world();
  read("BTC/USDT", "ETH/USDT");
  expect(told).toEqual([]);
});

test("pairs that come and go are announced, each kind in one announcement", () => {
  const { told, read } = world();
  read("BTC/USDT", "ETH/USDT");
  read("BTC/USDT", "SOL/USDT", "XRP/USDT");
  expect(told).toEqual([
    {
      exchange: "one",
      title: "ONE lists SOL/USDT, XRP/USDT",
      body: "SOL/USDT, XRP/USDT",
      category: "listing",
      codes: ["one-solusdt", "one-xrpusdt"],
      publishedMs: NOW,
    },
    {
      exchange: "one",
      title: "ONE no longer lists ETH/USDT",
      body: "ETH/USDT",
      category: "delisting",
      codes: ["one-ethusdt"],
      publishedMs: NOW,
    },
  ]);
});

test("a title names five of many", () => {
  const { told, read } = world();
  read("BTC/USDT");
  read("BTC/USDT", "A/USDT", "B/USDT", "C/USDT", "D/USDT", "E/USDT", "F/USDT", "G/USDT");
  expect(told[0]?.title).toBe("ONE lists A/USDT, B/USDT, C/USDT, D/USDT, E/USDT and 2 more");
});

test("an announcement that cannot be stored is logged and does no harm", async () => {
  const { log, read } = world(() => Promise.reject(new Error("the database is away")));
  read("BTC/USDT");
  read("BTC/USDT", "ETH/USDT");
  await Promise.resolve();
  await Promise.resolve();
  expect(log.entries.map(({ level }) => level)).toEqual(["warn"]);
});
