/** Keywords that users follow. */
import { describe, expect, test } from "vitest";
import { fromMillis } from "../../kit/time/instant.ts";
import { DAY_MS, HOUR_MS } from "../../kit/time/spans.ts";
import type { MadeKey } from "../operator.ts";
import { foundItem, newsWorld } from "../../../test/support/news-world.ts";
import { runJobTwice } from "../../../test/support/run-job-twice.ts";
import { prepareArticle } from "./core/article.ts";
import { matchOlderNews } from "./jobs/match-older-news.ts";

const { world, store, impacts, finder, nowMs: NOW, day, lease, save, news } = await newsWorld();

const rowsOf = async (table: string): Promise<number> => {
  const [row] = await world.platform.db.query<{ rows: number }>({
    name: `test.rowsOf ${table}`,
    text: `select count(*) as rows from ${table}`,
  });
  return row?.rows ?? 0;
};

describe("keywords of users", () => {
  const add = (name: string, key: MadeKey) =>
    world.ask("POST", "public/trending-news-add-keyword", { key, params: { name } });

  test("are found in the articles of the last 30 days at once, and in those to come", async () => {
    const { key } = await world.person();
    await save("A", [foundItem("The Lightning Network grows", "https://e.com/1")], NOW - HOUR_MS);
    await save("A", [foundItem("The lightning network shrank", "https://e.com/2")], NOW - 31 * DAY_MS);
    await save("A", [foundItem("Lightning strikes a network", "https://e.com/3")]);
    const added = await add("Lightning-Network", key);
    expect(added.json.data).toMatchObject({ status: true, keyword: { name: "Lightning-Network", articles: 1 } });
    await save("B", [foundItem("Why Lightning Network fees fell again", "https://e.com/4")]);
    await save("B", [foundItem("Why Lightning Network fees fell again", "https://e.com/4")]);
    const listed = await world.ask("POST", "public/trending-news-list-my-keywords", { key });
    expect(listed.json.data).toMatchObject({
      keywords: [{ articles: 2, last_match: Math.floor(NOW / 1_000) }],
      total: 1,
    });
    const own = await news({ keywordid: added.json.data.id }, key);
    expect(own.map(({ url }: { url: string }) => url)).toContain("https://e.com/4");
    expect(own).toHaveLength(2);
    const stranger = await world.person();
    expect(
      (
        await world.ask("POST", "public/trending-news-data", {
          key: stranger.key,
          params: { date: day, keywordid: added.json.data.id },
        })
      ).status,
    ).toBe(404);
  });

  test("are found in older articles by a job, once, where there are more than a request waits for", async () => {
    const { key } = await world.person();
    const word = "perpetuals";
    const { db } = world.platform;
    await db.execute({
      name: "test.yearsOfArticles",
      text: `insert into trading.news_articles (source, url, domain, title, brief, author, image, language, first_seen_at,
          published_at, keywords, currencies, codes, words, tones)
        select 'M', 'https://m.com/' || n, 'm.com', 'T', '', '', '', 'en', seen.at, seen.at, '{}', '{}', '{}',
          case when n % 5000 = 1 then ' perpetuals ' else ' other ' end, '[]'
        from generate_series(1, 25010) n, lateral (select $1::timestamptz - n * interval '1 second' as at) seen`,
      values: [new Date(NOW).toISOString()],
    });
    const added = await add(word, key);
    const atOnce = added.json.data.keyword.articles;
    expect(atOnce).toBe(4);
    const job = { job: matchOlderNews, deps: { news: world.trading.deps.news } };
    const [queued] = await db.query<{ payload: { termId: number; since: number; at: string; articleId: number } }>({
      name: "test.queuedSearch",
      text: `select j.payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
        where t.identifier = $1`,
      values: [matchOlderNews.name],
    });
    const payload = queued?.payload;
    await runJobTwice(job.job, job.deps, typeof payload === "string" ? JSON.parse(payload) : payload);
    const listed = await world.ask("POST", "public/trending-news-list-my-keywords", { key });
    expect(listed.json.data.keywords).toMatchObject([{ articles: 6 }]);
    await db.execute({ name: "test.fewArticles", text: "delete from trading.news_articles where source = 'M'" });
  });

  test("that are added while articles are stored miss none of them", async () => {
    const { key } = await world.person();
    const termVersion = await finder.load();
    expect((await add("halving", key)).status).toBe(200);
    const prepared = prepareArticle(
      foundItem("The halving is near", "https://e.com/1"),
      { url: "https://e.com", language: "en" },
      NOW,
    );
    const articles = prepared ? [{ ...prepared, ...finder.find(prepared), codes: [] }] : [];
    expect(articles[0]?.termIds).toEqual([]);
    // Those who know the terms of before store the article all the same: the new one is found as they do.
    const counts = await store.saveItems(lease(), { source: "A", articles, firstSeenAt: fromMillis(NOW), termVersion });
    expect(counts.added).toBe(1);
    await save("B", [foundItem("After the halving", "https://e.com/2")]);
    const listed = await world.ask("POST", "public/trending-news-list-my-keywords", { key });
    expect(listed.json.data.keywords).toMatchObject([{ articles: 2 }]);
  });

  test("of many users are one term where they are the same words, and each goes back 30 days from when it was added", async () => {
    const [first, second] = [await world.person(), await world.person()];
    await add("halving", first.key);
    await save("A", [foundItem("The halving was long ago", "https://e.com/1")], NOW - 40 * DAY_MS);
    await save("A", [foundItem("The halving is near", "https://e.com/2")], NOW - HOUR_MS);
    const added = await add("Halving!", second.key);
    expect(added.json.data.keyword.articles).toBe(1);
    const listed = async ({ key }: { key: MadeKey }) =>
      (await world.ask("POST", "public/trending-news-list-my-keywords", { key })).json.data.keywords;
    expect(await listed(first)).toMatchObject([{ articles: 2 }]);
    expect(await listed(second)).toMatchObject([{ name: "Halving!", articles: 1 }]);
    const before = new Date(NOW - 40 * DAY_MS).toISOString().slice(0, 10);
    const old = { date: before, keywordid: added.json.data.id };
    expect(await news(old, second.key)).toEqual([]);
    expect(await news({ keywordid: added.json.data.id }, second.key)).toHaveLength(1);
    expect(await rowsOf("trading.news_terms")).toBe(1);
    expect(await rowsOf("trading.news_term_matches")).toBe(2);
  });

  test("leave what was found of their words until the daily job, and nothing after it", async () => {
    const [first, second] = [await world.person(), await world.person()];
    await save("A", [foundItem("The halving and the merge", "https://e.com/1")]);
    const merge = await add("merge", first.key);
    const halving = await add("halving", second.key);
    for (const [{ key }, { json }] of [
      [first, merge],
      [second, halving],
    ] as const) {
      const params = { keywordid: json.data.id };
      expect((await world.ask("POST", "public/trending-news-remove-keyword", { key, params })).status).toBe(200);
    }
    // Followed again before the job ran: nothing of it was lost.
    expect((await add("merge", first.key)).json.data.keyword.articles).toBe(1);
    while ((await impacts.trimTerms()) > 0);
    expect(await rowsOf("trading.news_terms")).toBe(1);
    expect(await rowsOf("trading.news_term_matches")).toBe(1);
    expect((await add("halving", second.key)).json.data.keyword.articles).toBe(1);
  });

  test("that come and go all the time keep no article from being stored, and are found in each", async () => {
    const { key } = await world.person();
    let isOver = false;
    const change = async (): Promise<void> => {
      for (let turn = 0; !isOver; turn++) {
        const { json } = await add(`word${turn}`, key);
        await world.ask("POST", "public/trending-news-remove-keyword", { key, params: { keywordid: json.data.id } });
      }
    };
    const changing = change();
    const titles = Array.from({ length: 20 }, (_, at) => `Bitcoin story${at} number ${at}`);
    for (const [at, title] of titles.entries()) {
      expect(await save("A", [foundItem(title, `https://e.com/${at}`)])).toMatchObject({ added: 1 });
    }
    isOver = true;
    await changing;
    expect((await add("bitcoin", key)).json.data.keyword.articles).toBe(titles.length);
  });

  test("are looked for in parts, so that no article waits for the search of what is there", async () => {
    const { key } = await world.person();
    await world.platform.db.execute({
      name: "test.manyArticles",
      text: `insert into trading.news_articles (source, url, domain, title, brief, author, image, language, first_seen_at,
          published_at, keywords, currencies, codes, words, tones)
        select 'A', 'https://e.com/' || n, 'e.com', 'T', '', '', '', 'en', to_timestamp($1::bigint / 1000) - n / 500 * interval '1 hour',
          to_timestamp($1::bigint / 1000), '{}', '{}', '{}', case when n % 4 = 0 then ' the halving ' else ' the merge ' end, '[]'
        from generate_series(1, 12000) as n`,
      values: [NOW],
    });
    expect((await add("halving", key)).json.data.keyword.articles).toBe(3_000);
    expect(await rowsOf("trading.news_term_matches")).toBe(3_000);
  });

  test("are as many as the package allows, and each once", async () => {
    const { key } = await world.person();
    const first = await add("one", key);
    expect((await add(" ONE! ", key)).json.data.id).toBe(first.json.data.id);
    await add("two", key);
    await add("three", key);
    const fourth = await add("four", key);
    expect([fourth.status, fourth.json.data.code]).toEqual([422, 2410]);
    const removed = await world.ask("POST", "public/trending-news-remove-keyword", {
      key,
      params: { keywordid: first.json.data.id },
    });
    expect(removed.status).toBe(200);
    expect((await add("four", key)).status).toBe(200);
  });

  test("belong to their user", async () => {
    const [owner, stranger] = [await world.person(), await world.person()];
    const { json } = await add("mine", owner.key);
    const refused = await world.ask("POST", "public/trending-news-remove-keyword", {
      key: stranger.key,
      params: { keywordid: json.data.id },
    });
    expect(refused.status).toBe(404);
    expect((await world.ask("POST", "public/trending-news-list-my-keywords", { key: owner.key })).json.data.total).toBe(
      1,
    );
  });
});
