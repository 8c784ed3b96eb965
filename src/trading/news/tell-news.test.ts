/** Followers are notified after articles are stored: a page at a time, each once, and without keeping storing waiting. */
import { beforeEach, describe, expect, test } from "vitest";
import { fromMillis } from "../../kit/time/instant.ts";
import { HOUR_MS } from "../../kit/time/spans.ts";
import { foundItem, newsWorld, tellAll } from "../../../test/support/news-world.ts";
import { watchedDatabase } from "../../../test/support/watched-database.ts";
import { prepareArticle } from "./core/article.ts";
import { feedStore } from "./sql/news-store.ts";
import { impactStore } from "./sql/impact-store.ts";
import type { ImpactData } from "./store.ts";

const { world, store, impacts, finder, nowMs: NOW, lease, save } = await newsWorld();
const { db } = world.platform;

/** More than are notified in one transaction. */
const MANY = 2_500;

/** Users who follow two words each, with a webhook for both events, of packages in turn. */
async function followers(count: number, packages: readonly string[]): Promise<void> {
  for (const word of ["kraken", "quantum"])
    await world.ask("POST", "public/trending-news-add-keyword", {
      key: (await world.person()).key,
      params: { name: word },
    });
  await finder.load();
  await db.execute({
    name: "test.followers",
    text: `with made as (
        insert into trading.users (username, name, email, password_hash, password_changed_at, referral_code, created_at)
        select 'f' || n || '-' || txid_current(), 'F', 'f' || n || '@' || txid_current() || '.example', 'x', now(),
          'f' || n || '-' || txid_current(), now()
        from generate_series(1, $1) as n returning id
      ), webhook as (
        insert into trading.webhooks (id, owner_uid, uid, url, label, sealed_secret, events, created_at)
        select 'f' || id, id, id, 'https://hooks.example.com/', '', 'x', '{news.article,news.impact}', now() from made
      ), plan as (
        insert into trading.subscriptions (owner_id, base_id, created_at, updated_at)
        select id, ($2::text[])[1 + id % cardinality($2::text[])], now(), now() from made
      )
      insert into trading.news_keywords (uid, owner_uid, name, term_id, created_at)
      select made.id, made.id, t.words, t.id, now() - interval '1 hour' from made, trading.news_terms t
      where t.words in (' kraken ', ' quantum ')`,
    values: [count, packages],
  });
}

async function deliveries(event: string): Promise<{ webhooks: number; rows: number; matched: number[] }> {
  const [row] = await db.query<{ webhooks: number; rows: number; matched: number[] }>({
    name: "test.deliveries",
    text: `select count(distinct webhook_id) as webhooks, count(*) as rows,
        array_agg(distinct json_array_length(payload->'matched')) as matched
      from trading.webhook_deliveries where event = $1`,
    values: [event],
  });
  return row ?? { webhooks: 0, rows: 0, matched: [] };
}

beforeEach(async () => {
  await db.execute({ name: "test.noDeliveries", text: "truncate trading.webhook_deliveries" });
  await db.execute({ name: "test.noWebhooks", text: "delete from trading.webhooks where id like 'f%'" });
});

const item = foundItem("Kraken tries a quantum computer", "https://e.com/1");
const impact: ImpactData = {
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

describe("followers", () => {
  test("of whom there are more than a page are notified of one article, each once with all that was found", async () => {
    await followers(MANY, ["free"]);
    const transactions = new Set<number | undefined>();
    const watched = watchedDatabase(db, { before: (_, transaction) => void transactions.add(transaction) });
    await store.saveItems(...(await unsaved()));
    expect(await deliveries("news.article")).toMatchObject({ rows: 0 });
    await tellAll(feedStore(watched));
    expect(await deliveries("news.article")).toEqual({ webhooks: MANY, rows: MANY, matched: [2] });
    expect(transactions.size).toBeGreaterThan(MANY / 1_000);
    await tellAll(store);
    expect(await deliveries("news.article")).toMatchObject({ rows: MANY });
  });

  test("are notified where the process died in between, and once", async () => {
    await followers(MANY, ["free"]);
    await store.saveItems(...(await unsaved()));
    let statements = 0;
    const dying = watchedDatabase(db, {
      before() {
        if (++statements === 9) throw new Error("the process is killed");
      },
    });
    await expect(tellAll(feedStore(dying))).rejects.toThrow("killed");
    const { rows } = await deliveries("news.article");
    expect(rows).toBeGreaterThan(0);
    expect(rows).toBeLessThan(MANY);
    await Promise.all([tellAll(store), tellAll(store)]);
    await tellAll(store);
    expect(await deliveries("news.article")).toEqual({ webhooks: MANY, rows: MANY, matched: [2] });
  });

  test("keep no article from being stored while they are notified", async () => {
    await followers(1, ["free"]);
    await store.saveItems(...(await unsaved()));
    let goOn = (): void => undefined;
    const held = new Promise<void>((resolve) => (goOn = resolve));
    let begin = (): void => undefined;
    const begun = new Promise<void>((resolve) => (begin = resolve));
    const slow = watchedDatabase(db, {
      async before({ name }) {
        if (name !== "trading.insertWebhookDeliveries") return;
        begin();
        await held;
      },
    });
    const telling = tellAll(feedStore(slow));
    await begun;
    expect(await save("B", [foundItem("Another story of kraken", "https://e.com/2")])).toMatchObject({ added: 1 });
    // Entries that another process works on are skipped.
    expect(await deliveries("news.article")).toMatchObject({ rows: 1 });
    goOn();
    await telling;
    expect(await deliveries("news.article")).toMatchObject({ rows: 2 });
  });

  test("with a subscription are notified of impacts, with one statement for the packages of all", async () => {
    await followers(40, ["free", "basic"]);
    await store.saveItems(...(await unsaved()));
    const [due] = await impacts.listDue(fromMillis(NOW + HOUR_MS), 1);
    if (!due) throw new Error("an article is measured");
    await impacts.saveImpacts([{ due, data: impact }], fromMillis(NOW));
    const statements: string[] = [];
    const watched = watchedDatabase(db, { before: ({ name }) => void statements.push(name) });
    await tellAll(impactStore(watched));
    expect(await deliveries("news.impact")).toEqual({ webhooks: 20, rows: 20, matched: [2] });
    expect(statements.filter((name) => /plan/i.test(name))).toEqual(["trading.plansOf"]);
  });
});

/** An article with both words, as a look has found it. */
async function unsaved(): Promise<Parameters<typeof store.saveItems>> {
  const termVersion = await finder.load();
  const prepared = prepareArticle(item, { url: "https://e.com", language: "en" }, NOW);
  if (!prepared) throw new Error("the item is an article");
  const articles = [{ ...prepared, ...finder.find(prepared), codes: ["simalpha-btcusdt"] }];
  return [lease(), { source: "A", articles, firstSeenAt: fromMillis(NOW), termVersion }];
}
