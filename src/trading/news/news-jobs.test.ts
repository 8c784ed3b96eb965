/** Measuring, removing, and the state of feeds. */
import { describe, expect, test } from "vitest";
import { silentLog } from "../../kit/log/log.ts";
import { LeaseHolder } from "../../kit/sql/hold-lease.ts";
import { LeaseLost } from "../../kit/sql/lease.ts";
import { fromMillis, plusMillis } from "../../kit/time/instant.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../kit/time/spans.ts";
import { foundItem, newsWorld } from "../../../test/support/news-world.ts";
import { runJobTwice } from "../../../test/support/run-job-twice.ts";
import { furnish } from "../../../test/support/trading-examples.ts";
import { waitUntil } from "../../../test/support/wait-until.ts";
import { measureNews } from "./jobs/measure-news.ts";
import { trimNews } from "./jobs/trim-news.ts";
import type { ImpactData, ImpactDue } from "./store.ts";

const { world, store, impacts, nowMs: NOW, lease, save, titles, news: shown } = await newsWorld();
const { db, clock } = world.platform;
const { news } = world.trading.deps;
const leases = new LeaseHolder({ db, clock, log: silentLog(), owner: "test", ttlMs: 60_000 });

describe("jobs", () => {
  const value = (difference: string) => ({
    status: "compiled",
    pair: "BTC/USDT",
    before: "1.00000000",
    after: "2.00000000",
    difference,
    usual: null,
    z: null,
  });

  test("measure each article once after each time, and count it for its source, also when they run again", async () => {
    await save(
      "A",
      [foundItem("Bitcoin rises", "https://e.com/1", { published: new Date(NOW - 2 * HOUR_MS).toISOString() })],
      NOW - 2 * HOUR_MS,
      ["x-btcusdt"],
    );
    await save("A", [foundItem("Ether falls", "https://e.com/2")], NOW - 30 * MINUTE_MS, ["x-btcusdt"]);
    let asked = 0;
    const deps = {
      newsImpacts: impacts,
      newsLeases: leases,
      measureImpact: async (due: ImpactDue): Promise<ImpactData> => {
        asked++;
        return {
          btcusdt: due.seconds === 3600 ? value("5.00000000") : value("-1.00000000"),
          ethusdt: { ...value(""), status: "no recorded price", before: "", after: "" },
        };
      },
      newsRetentionDays: 30,
      tapeDelayMs: 25_000,
      clock: { now: () => fromMillis(NOW) },
    };
    await runJobTwice(measureNews, deps, {});
    expect(asked).toBe(7 + 5);
    const { json } = await world.ask("POST", "public/trending-news-source-impact", {
      params: { source_contains: "A" },
    });
    expect(json.data).toEqual({
      btcusdt: {
        A: {
          total_articles: 1,
          sum_impact: "5.00000000",
          top_ranking_bull: [
            expect.objectContaining({
              keywords: "bitcoin",
              diff_btcusdt: "5.00000000",
              ago: expect.stringMatching(/ ago$/),
            }),
          ],
          top_ranking_bear: [],
          most_recent_bull: [expect.anything()],
          most_recent_bear: [],
        },
      },
    });
  });

  test("measure the others where one cannot be measured, and that one later", async () => {
    await save("A", [foundItem("Bitcoin rises", "https://e.com/1")], NOW - 2 * HOUR_MS, ["x-btcusdt"]);
    let isAway = true;
    const deps = {
      newsImpacts: impacts,
      newsLeases: leases,
      measureImpact: async ({ seconds }: ImpactDue): Promise<ImpactData> => {
        if (isAway && seconds === 600) throw new Error("the tape is busy");
        return { btcusdt: value("1.00000000") };
      },
      newsRetentionDays: 30,
      tapeDelayMs: 0,
      clock: { now: () => fromMillis(NOW) },
    };
    await expect(runJobTwice(measureNews, deps, {})).rejects.toThrow("1 of 7 could not be measured");
    expect(await impacts.listDue(fromMillis(NOW), 10)).toMatchObject([{ seconds: 600 }]);
    isAway = false;
    await runJobTwice(measureNews, deps, {});
    expect(await impacts.listDue(fromMillis(NOW), 10)).toEqual([]);
  });

  test("pack what was measured after all times: answers stay the same", async () => {
    const reader = await world.person();
    await furnish(world, reader.uid);
    const titled = ["Bitcoin rises", "Bitcoin falls"].map((title, at) => foundItem(title, `https://e.com/${at}`));
    await save("A", titled.slice(0, 1), NOW - 2 * HOUR_MS, ["x-btcusdt", "x-ethusdt"]);
    await save("A", titled.slice(1), NOW, ["x-btcusdt"]);
    const deps = {
      newsImpacts: impacts,
      newsLeases: leases,
      measureImpact: async ({ codes, seconds }: ImpactDue): Promise<ImpactData> =>
        Object.fromEntries(codes.map((code) => [code.slice(2), value(`${seconds}.00000000`)])),
      newsRetentionDays: 30,
      tapeDelayMs: 0,
      clock: { now: () => fromMillis(NOW + 10 * MINUTE_MS) },
    };
    await runJobTwice(measureNews, deps, {});
    const packed = await db.query<{ packed: boolean }>({
      name: "test.packed",
      text: "select packed > '' as packed from trading.news_article_impacts order by article_id",
    });
    expect(packed).toEqual([{ packed: true }, { packed: null }]);
    const answer = await shown({}, reader.key);
    await db.execute({ name: "test.unpack", text: "update trading.news_article_impacts set packed = null" });
    expect(await shown({}, reader.key)).toEqual(answer);
    // The newest first: of that one some times are still to come.
    expect(answer[0]).toMatchObject({ price_impact_600s: { status: "completed" }, price_impact_900s: { data: [] } });
    expect(answer[1].price_impact_3600s).toEqual({
      status: "completed",
      data: { btcusdt: value("3600.00000000"), ethusdt: value("3600.00000000") },
    });
  });

  test("measure one at a time: a run that takes long is not joined by the next one", async () => {
    await save("A", [foundItem("Bitcoin rises", "https://e.com/1")], NOW - 2 * HOUR_MS, ["x-btcusdt"]);
    let [asked, goOn] = [0, (): void => undefined];
    const held = new Promise<void>((resolve) => (goOn = resolve));
    const deps = {
      newsImpacts: impacts,
      newsLeases: leases,
      measureImpact: async (): Promise<ImpactData> => {
        asked++;
        await held;
        return { btcusdt: value("1.00000000") };
      },
      newsRetentionDays: 30,
      tapeDelayMs: 0,
      clock: { now: () => fromMillis(NOW) },
    };
    const context = { attempt: 1, maxAttempts: 1, signal: new AbortController().signal };
    const first = measureNews.run(deps, {}, context);
    await waitUntil(() => expect(asked).toBe(1));
    await measureNews.run(deps, {}, context);
    expect(asked).toBe(1);
    goOn();
    await first;
    expect(asked).toBe(7);
  });

  test("measure an article after more others that always fail than are measured at once", async () => {
    const failing = Array.from({ length: 31 }, (_, at) => foundItem(`Broken${at}`, `https://e.com/broken/${at}`));
    await save("A", failing, NOW - 5 * HOUR_MS, ["x-btcusdt"]);
    await save("A", [foundItem("Bitcoin rises", "https://e.com/1")], NOW - 2 * HOUR_MS, ["x-ethusdt"]);
    const deps = {
      newsImpacts: impacts,
      newsLeases: leases,
      measureImpact: async ({ codes }: ImpactDue): Promise<ImpactData> => {
        if (codes.includes("x-btcusdt")) throw new Error("the tape is broken");
        return { ethusdt: value("1.00000000") };
      },
      newsRetentionDays: 30,
      tapeDelayMs: 0,
      clock: { now: () => fromMillis(NOW) },
    };
    await expect(runJobTwice(measureNews, deps, {})).rejects.toThrow("217 of 224 could not be measured");
    const left = await impacts.listDue(fromMillis(NOW), 1_000);
    expect([left.length, left.filter(({ codes }) => codes.includes("x-ethusdt"))]).toEqual([217, []]);
  });

  test("remove what is older than the setting says, and nothing else", async () => {
    await save("A", [foundItem("Bitcoin rises after seven quiet weeks", "https://e.com/1")], NOW - 31 * DAY_MS);
    await save("A", [foundItem("Ether falls after three loud months", "https://e.com/2")]);
    const deps = {
      newsImpacts: impacts,
      newsLeases: leases,
      measureImpact: async () => ({}),
      newsRetentionDays: 30,
      tapeDelayMs: 0,
      clock: { now: () => fromMillis(NOW) },
    };
    await runJobTwice(trimNews, deps, {});
    expect(await titles()).toEqual(["Ether falls after three loud months"]);
    const left = await db.query({
      name: "test.prints",
      text: `select (select count(*) from trading.news_prints) as prints,
          (select count(distinct article_id) from trading.news_bands) as articles`,
    });
    expect(left).toEqual([{ prints: 1, articles: 1 }]);
  });
});

test("statistics count what was ever found, and what was found of late", async () => {
  const before = await news.countArticles(fromMillis(NOW));
  await save("A", [foundItem("Bitcoin rises", "https://e.com/1")], NOW - 3 * DAY_MS);
  await save("A", [
    foundItem("Ether and XRP fall", "https://e.com/2"),
    foundItem("Nothing happens", "https://e.com/3"),
  ]);
  const after = await news.countArticles(fromMillis(NOW + 1));
  expect(after).toMatchObject({
    lastHour: 2,
    last24Hours: 2,
    last48Hours: 2,
    last7Days: 3,
    last30Days: 3,
    lastAt: fromMillis(NOW),
  });
  expect([after.total - before.total, after.matched - before.matched]).toEqual([3, 3]);
  await impacts.trimArticles(fromMillis(NOW + 1));
  expect((await news.countArticles(fromMillis(NOW + 1))).total).toBe(after.total);
});

test("a source that is not known has no impact, and one that has moved nothing has none yet", async () => {
  await save("A", [foundItem("Bitcoin rises", "https://e.com/1")]);
  const ask = (source: string) =>
    world.ask("POST", "public/trending-news-source-impact", { params: { source_contains: source } });
  expect((await ask("A")).json.data).toEqual({});
  expect((await ask("B")).status).toBe(404);
  expect((await world.ask("GET", "public/trending-news-sources")).json.data).toEqual(["A"]);
});

test("how feeds do is kept by the owner alone, and begins again with another address", async () => {
  const source = {
    name: "A",
    url: "https://a.com/feed",
    kind: "rss",
    language: "en",
    intervalSeconds: 60,
    weight: 1,
  } as const;
  const at = clock.now();
  await store.installFeeds([source], at);
  const look = {
    name: "A",
    etag: '"1"',
    lastModified: undefined,
    intervalSeconds: 90,
    nextAt: plusMillis(at, 90_000),
    failures: 2,
    problem: "It is away.",
    at,
    added: 3,
    takenHour: undefined,
    taken: 0,
  };
  await store.saveLook(lease(), look);
  await store.installFeeds([source], at);
  expect(await store.listFeeds()).toMatchObject([{ etag: '"1"', failures: 2, problem: "It is away.", articles: 3 }]);
  await expect(store.saveLook({ ...lease(), fence: lease().fence - 1 }, look)).rejects.toThrow(LeaseLost);
  await store.installFeeds([{ ...source, url: "https://a.com/other" }], at);
  expect(await store.listFeeds()).toMatchObject([{ etag: undefined, failures: 0, problem: undefined }]);
  await store.installFeeds([], at);
  expect(await store.listFeeds()).toEqual([]);
});
