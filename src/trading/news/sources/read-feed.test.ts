/** How much of a feed is taken, and what is reported of the rest. */
import { afterAll, expect, test } from "vitest";
import { outbound } from "../../../kit/outbound/outbound.ts";
import { acquireLease } from "../../../kit/sql/lease.ts";
import { HOUR_MS } from "../../../kit/time/spans.ts";
import { testDatabase } from "../../../../test/support/database.ts";
import { loopbackServer } from "../../../../test/support/loopback-server.ts";
import { manualClock } from "../../../../test/support/manual-clock.ts";
import { STARTING_WATCHLIST } from "../core/watchlist.ts";
import { feedHealth } from "../feed-health.ts";
import { feedStore } from "../sql/news-store.ts";
import type { FeedState } from "../store.ts";
import { FeedParser } from "./feed-parser.ts";
import { KeywordFinder } from "./find-keywords.ts";
import { PoliteFetch } from "./polite-fetch.ts";
import { FeedReader, type LookResult } from "./read-feed.ts";
import type { NewsSource } from "./source.ts";

const { db } = await testDatabase({ rooms: ["kit", "trading"] });
const store = feedStore(db);
const clock = manualClock();
type Items = readonly (readonly [title: string, path: string])[];
let items: Items = [];
let version = 0;
const server = await loopbackServer(({ path, headers }, response) => {
  if (path === "/robots.txt") response.writeHead(404).end();
  else if (headers["if-none-match"] === `"${version}"`) response.writeHead(304).end();
  else {
    const listed = items.map(
      ([title, link]) => `<item><title>${title}</title><link>https://e.com${link}</link></item>`,
    );
    response
      .writeHead(200, { etag: `"${version}"` })
      .end(`<rss version="2.0"><channel><title>T</title>${listed.join("")}</channel></rss>`);
  }
});
const http = outbound({ allowPrivate: ["127.0.0.1"], userAgent: "test", clock });
const parser = new FeedParser();
const reader = new FeedReader({
  store,
  fetcher: new PoliteFetch({ http, clock }),
  parser,
  keywords: new KeywordFinder(STARTING_WATCHLIST, store),
  codesFor: () => [],
  clock,
  chance: () => 0.5,
});

function show(next: Items): void {
  items = next;
  version++;
}

const lease = await acquireLease(db, { name: "test", owner: "test", ttlMs: 600_000 });

afterAll(async () => {
  await http.close();
  await parser.close();
  await server.close();
});

async function stateOf(name: string): Promise<FeedState> {
  const state = (await store.listFeeds()).find((each) => each.name === name);
  if (!state) throw new Error(`no feed ${name}`);
  return state;
}

/** Looks at a source of that name, as its owner. */
async function look(name: string): Promise<LookResult> {
  const source: NewsSource = {
    name,
    url: `${server.url}/${name}`,
    kind: "rss",
    language: "en",
    intervalSeconds: 300,
    weight: 1,
  };
  await store.installFeeds([source], clock.now());
  if (!lease) throw new Error("the lease is held");
  const turn = { lease, signal: new AbortController().signal, siteFeeds: [name] };
  return reader.look(source, await stateOf(name), turn);
}

async function titles(source: string): Promise<string[]> {
  const rows = await db.query<{ title: string }>({
    name: "test.titles",
    text: "select title from trading.news_articles where source = $1 order by id",
    values: [source],
  });
  return rows.map(({ title }) => title);
}

test("a feed that lists much is taken over hours, the newest first, and says so", async () => {
  show(Array.from({ length: 165 }, (_, at) => [`Word${165 - at}`, `/flood/${165 - at}`]));
  const first = await look("flood");
  expect(first.counts.added).toBe(100);
  expect(first.look).toMatchObject({ failures: 0, problem: expect.stringContaining("65 articles left for later") });
  expect((await titles("flood")).slice(0, 1)).toEqual(["Word66"]);
  expect(feedHealth(await stateOf("flood"))).toMatchObject({
    state: "running",
    problem: expect.stringContaining("65 articles"),
  });
  expect((await look("flood")).counts.added).toBe(0);
  await clock.advance(HOUR_MS);
  expect((await look("flood")).counts.added).toBe(60);
  expect((await look("flood")).look.problem).toContain("5 articles");
  await clock.advance(HOUR_MS);
  const last = await look("flood");
  expect([last.counts.added, last.look.problem]).toEqual([5, undefined]);
  expect(await stateOf("flood")).toMatchObject({ etag: '"1"', articles: 165, problem: undefined });
});

test("an article that changes all the time keeps its last 20 former titles, and counts for the hour", async () => {
  let edited = 0;
  for (let round = 0; round < 70; round++) {
    show([[`Round${round}`, "/restless"]]);
    edited += (await look("restless")).counts.edited;
    await clock.advance(1_000);
  }
  expect(edited).toBe(59);
  const edits = await db.query({
    name: "test.edits",
    text: `select e.title from trading.news_edits e join trading.news_articles a on a.id = e.article_id
      where a.source = 'restless' order by e.edited_at desc`,
  });
  expect(edits).toHaveLength(20);
  expect(edits[0]).toEqual({ title: "Round58" });
});

test("items that differ by their fragment alone are articles of their own, and stay so", async () => {
  show([
    ["Second", "/news#v2"],
    ["First", "/news#v1"],
    ["Elsewhere", "/other#top"],
  ]);
  expect((await look("notes")).counts).toMatchObject({ added: 3, edited: 0 });
  show([["Third", "/news#v3"], ...items]);
  const next = await look("notes");
  expect([next.counts.added, next.counts.edited, next.look.problem]).toEqual([1, 0, undefined]);
  const urls = await db.query<{ url: string }>({
    name: "test.urls",
    text: "select url from trading.news_articles where source = 'notes' order by id",
  });
  expect(urls.map(({ url }) => url)).toEqual(
    ["other", "news#v1", "news#v2", "news#v3"].map((path) => `https://e.com/${path}`),
  );
});

test("of items with one address the newest is shown, and the source says how many are left out", async () => {
  show([
    ["Newer", "/page"],
    ["Older", "/page"],
  ]);
  expect((await look("page")).look.problem).toBe("Left out for having the address of a newer one: 1 article.");
  expect(await titles("page")).toEqual(["Newer"]);
  show([["Newest", "/page"], ...items]);
  expect((await look("page")).counts).toMatchObject({ added: 0, edited: 1 });
  expect(await titles("page")).toEqual(["Newest"]);
});
