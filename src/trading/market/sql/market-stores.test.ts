import { describe, expect, test } from "vitest";
import { testDatabase } from "../../../../test/support/database.ts";
import { marketOf } from "../../../../test/support/scripted-exchange.ts";
import { exchangeAnnouncements } from "./exchange-announcements.ts";
import { listingStore } from "./listing-store.ts";
import { opportunityLives } from "./opportunity-lives.ts";

const { db } = await testDatabase({ rooms: ["kit", "trading"] });

describe("listings", () => {
  const store = listingStore(db);

  test("keep the first time and the last, and the newest description", async () => {
    const btc = marketOf("BTC/USDT");
    await store.recordListings("binance", [{ market: btc, firstSeenMs: 1_000, lastSeenMs: 2_000 }]);
    const changed = marketOf("BTC/USDT", { tickSize: "0.1" });
    await store.recordListings("binance", [{ market: changed, firstSeenMs: 1_500, lastSeenMs: 3_000 }]);
    await store.recordListings("binance", [{ market: btc, firstSeenMs: 1_800, lastSeenMs: 2_500 }]);
    await store.recordListings("kraken", [{ market: btc, firstSeenMs: 1, lastSeenMs: 1 }]);
    expect(await store.readListings("binance")).toEqual([{ market: changed, firstSeenMs: 1_000, lastSeenMs: 3_000 }]);
  });

  test("are kept by the thousand", async () => {
    const many = Array.from({ length: 2_500 }, (_, at) => marketOf(`C${at}/USDT`));
    await store.recordListings(
      "big",
      many.map((market) => ({ market, firstSeenMs: 1, lastSeenMs: 2 })),
    );
    expect(await store.readListings("big")).toHaveLength(2_500);
    expect(await store.readListings("none")).toEqual([]);
  });
});

test("a reading of which a part cannot be kept is not kept: its other listings would count as gone", async () => {
  const store = listingStore(db);
  const many = Array.from({ length: 1_500 }, (_, at) => marketOf(`C${String(at).padStart(4, "0")}/USDT`));
  const seenAt = (lastSeenMs: number) => many.map((market) => ({ market, firstSeenMs: 1, lastSeenMs }));
  await store.recordListings("half", seenAt(2));
  const broken = { market: marketOf("ZZ/USDT", { symbol: "\u0000" }), firstSeenMs: 1, lastSeenMs: 3 };
  await expect(store.recordListings("half", [...seenAt(3), broken])).rejects.toMatchObject({ name: "QueryError" });
  const kept = await store.readListings("half");
  expect(new Set(kept.map(({ lastSeenMs }) => lastSeenMs))).toEqual(new Set([2]));
});

describe("lives of opportunities", () => {
  const store = opportunityLives(db);
  const life = (base: string, closedMs: number) => ({
    buy: `a-${base}`,
    sell: `b-${base}`,
    base,
    openedMs: closedMs - 500,
    closedMs,
    bestNetPercent: 0.125,
  });

  test("are listed newest first, by base, and forgotten by age", async () => {
    await store.recordLives([]);
    await store.recordLives([life("BTC", 1_000), life("ETH", 2_000), life("BTC", 3_000)]);
    expect(await store.listLives({ limit: 2 })).toEqual([life("BTC", 3_000), life("ETH", 2_000)]);
    expect(await store.listLives({ base: "BTC", limit: 10 })).toEqual([life("BTC", 3_000), life("BTC", 1_000)]);
    expect(await store.removeLivesBefore(2_000)).toBe(1);
    expect(await store.listLives({ limit: 10 })).toHaveLength(2);
  });
});

describe("announcements of exchanges", () => {
  const store = exchangeAnnouncements(db);

  test("are listed newest first, by exchange and category, in pages", async () => {
    const base = { title: "New pair", body: "", codes: ["binance-btcusdt"] };
    const add = (exchange: string, category: "listing" | "other", publishedMs: number) =>
      store.recordAnnouncement({ ...base, exchange, category, publishedMs });
    const ids = [await add("binance", "listing", 5_000), await add("kraken", "other", 9_000)];
    ids.push(await add("binance", "other", 7_000));
    const idsOf = async (filter: object) => {
      const { total, announcements } = await store.listAnnouncements({ offset: 0, limit: 10, ...filter });
      return [total, ...announcements.map(({ id }) => ids.indexOf(id))];
    };
    expect(await idsOf({})).toEqual([3, 1, 2, 0]);
    expect(await idsOf({ offset: 1, limit: 1 })).toEqual([3, 2]);
    expect(await idsOf({ exchange: "binance" })).toEqual([2, 2, 0]);
    expect(await idsOf({ category: "other" })).toEqual([2, 1, 2]);
    const { announcements } = await store.listAnnouncements({ category: "listing", offset: 0, limit: 1 });
    expect(announcements[0]).toEqual({
      ...base,
      id: ids[0],
      exchange: "binance",
      category: "listing",
      publishedMs: 5_000,
    });
  });
});
