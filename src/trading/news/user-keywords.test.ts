/** Keywords that users follow. */
import { describe, expect, test } from "vitest";
import { fromMillis } from "../../kit/time/instant.ts";
import { DAY_MS, HOUR_MS } from "../../kit/time/spans.ts";
import type { MadeKey } from "../operator.ts";
import { foundItem, newsWorld } from "../../../test/support/news-world.ts";
import { prepareArticle } from "./core/article.ts";

const { world, store, finder, nowMs: NOW, day, lease, save, news } = await newsWorld();

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

  test("that are added while articles are stored miss none of them", async () => {
    const { key } = await world.person();
    const stale = await finder.load(true);
    expect((await add("halving", key)).status).toBe(200);
    const prepared = prepareArticle(
      foundItem("The halving is near", "https://e.com/1"),
      { url: "https://e.com", language: "en" },
      NOW,
    );
    const articles = prepared ? [{ ...prepared, ...finder.find(prepared), codes: [] }] : [];
    // Those who knew the keywords before are sent to load them again.
    expect(
      await store.saveItems(lease(), { source: "A", articles, firstSeenAt: fromMillis(NOW), keywordVersion: stale }),
    ).toBeUndefined();
    await save("A", [foundItem("The halving is near", "https://e.com/1")]);
    const listed = await world.ask("POST", "public/trending-news-list-my-keywords", { key });
    expect(listed.json.data.keywords).toMatchObject([{ articles: 1 }]);
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
