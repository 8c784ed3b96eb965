/** Stories from feeds to callers, over HTTP and with a real database. */
import { describe, expect, test } from "vitest";
import { LeaseLost, releaseLease } from "../../kit/sql/lease.ts";
import { fromMillis } from "../../kit/time/instant.ts";
import { HOUR_MS, MINUTE_MS } from "../../kit/time/spans.ts";
import { foundItem, newsWorld } from "../../../test/support/news-world.ts";
import { furnish } from "../../../test/support/trading-examples.ts";
import { watchedDatabase } from "../../../test/support/watched-database.ts";
import { HORIZONS } from "./core/impact.ts";
import { newsStore } from "./sql/news-store.ts";
import type { ImpactData, ImpactDue } from "./store.ts";

const { world, impacts, nowMs: NOW, day, lease, save, news, titles } = await newsWorld();
const { db } = world.platform;

describe("each story is there once", () => {
  test("a second look at the same feed changes nothing", async () => {
    const items = [
      foundItem("Bitcoin rises above a key level", "https://e.com/1"),
      foundItem("Ether falls after the upgrade", "https://e.com/2"),
    ];
    expect(await save("A", items)).toEqual({ added: 2, echoes: 0, edited: 0, refused: 0 });
    expect(await save("A", items)).toEqual({ added: 0, echoes: 0, edited: 0, refused: 0 });
    expect(await titles()).toHaveLength(2);
  });

  test("the same address, or the same words, from another source are echoes of the first", async () => {
    await save("A", [foundItem("SEC approves the first spot Bitcoin ETF", "https://a.com/1?utm_source=rss")]);
    expect(await save("B", [foundItem("Read this", "https://www.a.com/1")])).toEqual({
      added: 0,
      echoes: 1,
      edited: 0,
      refused: 0,
    });
    expect(await save("C", [foundItem("SEC approves first spot Bitcoin ETF", "https://c.com/x")])).toEqual({
      added: 0,
      echoes: 1,
      edited: 0,
      refused: 0,
    });
    expect(await news()).toMatchObject([{ source: "A", echoes: 2, url: "https://a.com/1" }]);
  });

  test("the same words three days later are another story", async () => {
    const title = "Exchange halts withdrawals after maintenance overruns";
    await save("A", [foundItem(title, "https://a.com/1")], NOW - 72 * HOUR_MS);
    expect(await save("B", [foundItem(title, "https://b.com/1")])).toMatchObject({ added: 1 });
  });

  test("of looks at the same time, one has the story", async () => {
    const looks = ["A", "B", "C", "D"].map((source) =>
      save(source, [foundItem("Kraken lists four new tokens on Monday", `https://${source}.com/1`)]),
    );
    const counts = await Promise.all(looks);
    expect(counts.reduce((sum, each) => sum + (each?.added ?? 0), 0)).toBe(1);
    expect(await news()).toMatchObject([{ echoes: 3 }]);
  });

  test("an edit shows the newer title, and keeps the former", async () => {
    await save("A", [foundItem("Bitcoin rises", "https://a.com/1")], NOW - MINUTE_MS);
    await save("B", [foundItem("Elsewhere", "https://a.com/1")]);
    expect(await save("A", [foundItem("Ethereum rises", "https://a.com/1")])).toEqual({
      added: 0,
      echoes: 0,
      edited: 1,
      refused: 0,
    });
    expect(await save("B", [foundItem("Elsewhere again", "https://a.com/1")])).toEqual({
      added: 0,
      echoes: 0,
      edited: 0,
      refused: 0,
    });
    expect(await news()).toMatchObject([
      { title: "Ethereum rises", keywords: "ethereum", time_edited: Math.floor(NOW / 1_000) },
    ]);
    expect(await db.query({ name: "test.edits", text: "select title from trading.news_edits" })).toEqual([
      { title: "Bitcoin rises" },
    ]);
  });

  test("a process that has lost the lease stores nothing", async () => {
    await releaseLease(db, lease());
    await expect(save("A", [foundItem("Bitcoin rises", "https://a.com/1")])).rejects.toThrow(LeaseLost);
    expect(await titles()).toEqual([]);
  });
});

describe("public/trending-news-data", () => {
  test("filters by terms, newest first, page by page", async () => {
    await save("A", [
      foundItem("Bitcoin rises 100%", "https://e.com/1", {
        summary: "Old hands sell",
        published: new Date(NOW - 2_000).toISOString(),
      }),
      foundItem("Ether falls_", "https://e.com/2", {
        summary: "New hands buy",
        published: new Date(NOW - 1_000).toISOString(),
      }),
      foundItem("Nothing happens to coins", "https://e.com/3"),
    ]);
    const all = ["Nothing happens to coins", "Ether falls_", "Bitcoin rises 100%"];
    expect(await titles()).toEqual(all);
    expect(await titles({ keyword_contains: "BITCOIN, ether" })).toEqual(all.slice(1));
    expect(await titles({ title_contains: "100%,s_" })).toEqual(all.slice(1));
    expect(await titles({ brief_contains: "hands" })).toEqual(all.slice(1));
    expect(await titles({ exclude_keywords: "ether,happens" })).toEqual(all.slice(2));
    expect(await titles({ title_contains: " , " })).toEqual(all);
    const [first] = await news({ limit: "1" });
    expect(await titles({ before: first.id })).toEqual(all.slice(1));
    const [last] = (await news()).slice(-1);
    expect(await titles({ before: last.id })).toEqual([]);
    const lost = await world.ask("POST", "public/trending-news-data", { params: { date: day, before: "999999999" } });
    expect([lost.status, lost.json.data.error]).toEqual([404, expect.stringContaining("no article 999999999")]);
    for (const date of ["2021-02-29", "9999-12-31", "2252-01-01", "0001-01-01", "1699-12-31"]) {
      expect((await world.ask("POST", "public/trending-news-data", { params: { date } })).status).toBe(422);
    }
    for (const date of ["2251-12-31", "1700-01-01"]) {
      expect((await world.ask("POST", "public/trending-news-data", { params: { date } })).json.data).toEqual([]);
    }
    const crowded = await world.ask("POST", "public/trending-news-data", {
      params: { date: day, title_contains: "a,".repeat(10) },
    });
    expect([crowded.status, crowded.json.data.error]).toEqual([422, expect.stringContaining("at most 10 terms")]);
  });

  test("shows only the languages of the settings", async () => {
    await save("A", [foundItem("Der Bitcoin fällt nach der Entscheidung der Zentralbank", "https://e.com/1")]);
    expect(await titles()).toEqual([]);
  });

  test("reads what prices did for those with a subscription alone", async () => {
    await save("A", [foundItem("Bitcoin rises", "https://e.com/1")], NOW, ["simalpha-btcusdt"]);
    const read = async (hasSubscription: boolean) => {
      const statements: string[] = [];
      const watched = watchedDatabase(db, {
        async before({ name }) {
          statements.push(name);
        },
      });
      const [article] = await newsStore(watched).listArticles({
        from: fromMillis(NOW - HOUR_MS),
        to: fromMillis(NOW + HOUR_MS),
        languages: ["en"],
        keywordTerms: undefined,
        titleTerms: undefined,
        briefTerms: undefined,
        excludedTerms: undefined,
        keywordId: undefined,
        beforeId: undefined,
        limit: 10,
        hasSubscription,
      });
      return { statements, due: article?.due };
    };
    expect(await read(false)).toEqual({ statements: ["trading.listNewsArticles"], due: [] });
    const { statements, due } = await read(true);
    expect(statements).toEqual(["trading.listNewsArticles", "trading.listNewsImpacts"]);
    expect(due?.toSorted((a, b) => a - b)).toEqual([...HORIZONS]);
  });

  test("says what prices did to those with a subscription alone", async () => {
    await save("A", [foundItem("Bitcoin rises", "https://e.com/1")], NOW, ["simalpha-btcusdt"]);
    const paying = await world.person();
    await furnish(world, paying.uid);
    const [waiting] = await news({}, paying.key);
    expect(waiting.price_impact_120s).toEqual({ status: "Still processing.", data: [] });
    const due: ImpactDue = {
      articleId: Number(waiting.id),
      seconds: 120,
      impactAt: fromMillis(NOW),
      codes: ["simalpha-btcusdt"],
    };
    const data: ImpactData = {
      btcusdt: {
        status: "compiled",
        pair: "BTC/USDT",
        before: "1.00000000",
        after: "2.00000000",
        difference: "1.00000000",
        usual: null,
        z: null,
      },
    };
    expect(await impacts.saveImpacts([{ due, data }], fromMillis(NOW))).toBe(1);
    expect(await impacts.saveImpacts([{ due, data }], fromMillis(NOW))).toBe(0);
    const [measured] = await news({}, paying.key);
    expect(measured.price_impact_120s).toEqual({ status: "completed", data });
    expect(measured.price_impact_300s.status).toBe("Still processing.");
    const free = await world.person();
    for (const key of [undefined, free.key]) {
      const [closed] = await news({}, key);
      for (const horizon of HORIZONS)
        expect(closed[`price_impact_${horizon}s`]).toEqual({ status: "subscription required", data: [] });
    }
  });
});
