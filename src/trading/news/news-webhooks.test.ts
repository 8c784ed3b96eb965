/** Webhooks about articles, and about the prices after them. */
import { describe, expect, test } from "vitest";
import { fromMillis } from "../../kit/time/instant.ts";
import { MINUTE_MS } from "../../kit/time/spans.ts";
import { limitedAccount } from "../../../test/support/limited-accounts.ts";
import { foundItem, newsWorld, tellAll } from "../../../test/support/news-world.ts";
import type { MadeKey } from "../operator.ts";
import { prepareArticle } from "./core/article.ts";
import { feedStore } from "./sql/news-store.ts";

const { world, finder, impacts, lease, nowMs: NOW, save } = await newsWorld();
const { db } = world.platform;

const follow = (key: MadeKey, name: string) =>
  world.ask("POST", "public/trending-news-add-keyword", { key, params: { name } });

/** A user with keywords and a webhook for both events, which no process of this file delivers. */
async function follower(...words: readonly string[]) {
  const person = await limitedAccount(world, { "exchange_api_keys.maximum_stored": 10 });
  const params = { url: "https://hooks.example.com/", "events[0]": "news.article", "events[1]": "news.impact" };
  const { json } = await world.ask("POST", "webhooks/create", { key: person.key, params });
  for (const word of words) await follow(person.key, word);
  return { uid: person.uid, webhook: String(json.data.id) };
}

/** The deliveries of an event to a webhook, oldest first. */
async function told(webhook: string, event: string) {
  const rows = await db.query<{ payload: string }>({
    name: "test.toldNews",
    text: "select payload from trading.webhook_deliveries where webhook_id = $1 and event = $2 order by id",
    values: [webhook, event],
  });
  return rows.map(({ payload }) => JSON.parse(payload));
}

const impact = { data: { btcusdt: { status: "compiled", pair: "BTC/USDT", before: "1.00000000" } } } as const;

describe("a webhook", () => {
  test("gets each article with a keyword of its user, once, with the keywords that were found", async () => {
    const ann = await follower("Lightning Network", "fees");
    const bob = await follower("quantum");
    await save("A", [foundItem("Why Lightning Network fees fell again", "https://e.com/1")]);
    await save("A", [foundItem("Nothing that anybody follows today", "https://e.com/2")]);
    // The same story elsewhere is an echo, and the same look again is nothing new.
    await save("B", [foundItem("Why Lightning Network fees fell again", "https://f.com/1")]);
    await save("A", [foundItem("Why Lightning Network fees fell again", "https://e.com/1")]);
    expect(await told(ann.webhook, "news.article")).toMatchObject([
      {
        event: "news.article",
        at: new Date(NOW).toISOString().replace(".000Z", "Z"),
        account: String(ann.uid),
        user: String(ann.uid),
        article: { title: "Why Lightning Network fees fell again", url: "https://e.com/1", source: "A" },
        matched: [{ name: "Lightning Network" }, { name: "fees" }],
      },
    ]);
    expect(await told(bob.webhook, "news.article")).toEqual([]);
  });

  test("gets an article when an edit brings the keyword, and once", async () => {
    const ann = await follower("quantum");
    await save("A", [foundItem("A computer breaks a record this week", "https://e.com/1")]);
    expect(await told(ann.webhook, "news.article")).toEqual([]);
    await save("A", [foundItem("A quantum computer breaks a record this week", "https://e.com/1")]);
    await save("A", [foundItem("A quantum computer breaks two records this week", "https://e.com/1")]);
    expect(await told(ann.webhook, "news.article")).toMatchObject([
      { article: { title: "A quantum computer breaks a record this week" } },
    ]);
  });

  test("does not get articles in languages that are not shown", async () => {
    const ann = await follower("quantum");
    const termVersion = await finder.load();
    const item = foundItem("A quantum computer breaks a record this week", "https://e.com/1");
    const prepared = prepareArticle(item, { url: "https://e.com", language: "en" }, NOW);
    if (!prepared) throw new Error("the item is an article");
    const articles = [{ ...prepared, ...finder.find(prepared), codes: [] }];
    const items = { source: "A", articles, firstSeenAt: fromMillis(NOW), termVersion };
    const german = feedStore(db, ["de"]);
    expect(await german.saveItems(lease(), items)).toMatchObject({ added: 1 });
    await tellAll(german);
    expect(await told(ann.webhook, "news.article")).toEqual([]);
  });

  test("gets the price move after each time, with a subscription", async () => {
    const ann = await follower("quantum");
    const free = await world.person();
    await follow(free.key, "quantum");
    const params = { url: "https://hooks.example.com/", events: "news.impact" };
    const made = await world.ask("POST", "webhooks/create", { key: free.key, params });
    await save("A", [foundItem("A quantum computer breaks a record this week", "https://e.com/1")]);
    const due = (await impacts.listDue(fromMillis(NOW + 10 * MINUTE_MS), 100)).filter(({ seconds }) => seconds <= 300);
    expect(due).toHaveLength(2);
    for (const each of due) {
      const measured = [{ due: each, data: impact.data as never }];
      expect(await impacts.saveImpacts(measured, fromMillis(NOW))).toBe(1);
      // One that is measured twice is kept, and told, once.
      expect(await impacts.saveImpacts(measured, fromMillis(NOW))).toBe(0);
      await tellAll(impacts);
    }
    expect(await told(ann.webhook, "news.impact")).toMatchObject([
      { seconds: 120, article: { source: "A" }, matched: [{ name: "quantum" }], impact: impact.data },
      { seconds: 300 },
    ]);
    expect(await told(String(made.json.data.id), "news.impact")).toEqual([]);
  });
});
