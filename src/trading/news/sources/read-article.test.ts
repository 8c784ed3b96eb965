/** Briefs from pages of articles, where the operator says that a source allows that. */
import { afterAll, afterEach, expect, test } from "vitest";
import { silentLog } from "../../../kit/log/log.ts";
import { createMetrics } from "../../../kit/metrics/metrics.ts";
import { outbound } from "../../../kit/outbound/outbound.ts";
import { acquireLease, LeaseLost, type Lease } from "../../../kit/sql/lease.ts";
import { systemClock } from "../../../kit/time/clock.ts";
import { plusMillis } from "../../../kit/time/instant.ts";
import { DAY_MS } from "../../../kit/time/spans.ts";
import { testDatabase } from "../../../../test/support/database.ts";
import { loopbackServer, type Handler } from "../../../../test/support/loopback-server.ts";
import { waitUntil } from "../../../../test/support/wait-until.ts";
import { STARTING_WATCHLIST } from "../core/watchlist.ts";
import { newsMetrics } from "../news-metrics.ts";
import { feedStore } from "../sql/news-store.ts";
import { FeedParser } from "./feed-parser.ts";
import { KeywordFinder } from "./find-keywords.ts";
import type { LookTurn } from "./look-turn.ts";
import { PageParser } from "./page-parser.ts";
import { PoliteFetch } from "./polite-fetch.ts";
import { ArticleReader } from "./read-article.ts";
import { FeedReader } from "./read-feed.ts";
import { SourceRunner } from "./run-sources.ts";
import type { NewsSource } from "./source.ts";

const { db } = await testDatabase({ rooms: ["kit", "trading"] });
const store = feedStore(db);
const clock = systemClock();
const pages = new Map<string, Handler>();
const server = await loopbackServer((request, response) => {
  const page = pages.get(request.path);
  if (page) page(request, response);
  else response.writeHead(404).end();
});
const http = outbound({ allowPrivate: ["127.0.0.1"], userAgent: "test", clock });
const [parser, pageParser] = [new FeedParser(), new PageParser()];
const fetcher = new PoliteFetch({ http, clock });
const keywords = new KeywordFinder(STARTING_WATCHLIST, store);
const reader = new FeedReader({ store, fetcher, parser, keywords, codesFor: () => [], clock, chance: () => 0.5 });
const articles = new ArticleReader({ store, fetcher, parser: pageParser, keywords, clock });
const signal = new AbortController().signal;
const source: NewsSource = {
  name: "Silent Wire",
  url: `${server.url}/feed`,
  kind: "rss",
  language: "en",
  intervalSeconds: 3_600,
  weight: 1,
  readsArticles: true,
};

const SENTENCE =
  "Traders in Oslo say that Ethereum is used by more and more shops, and that the fees are lower than before. ";
const html = (text: string, head = ""): string =>
  `<!doctype html><html><head>${head}</head><body><nav>Home</nav><article><h1>A quiet week in the north</h1><p>${text}</p></article></body></html>`;
const answerPage =
  (body: string, headers: Readonly<Record<string, string>> = {}): Handler =>
  (_, response) =>
    response.writeHead(200, { "content-type": "text/html; charset=utf-8", ...headers }).end(body);

function listItems(...items: readonly (readonly [title: string, url: string, summary?: string])[]): void {
  const listed = items.map(
    ([title, url, summary = ""]) =>
      `<item><title>${title}</title><link>${url}</link><description>${summary}</description></item>`,
  );
  pages.set("/feed", (_, response) =>
    response.end(`<rss version="2.0"><channel><title>T</title>${listed.join("")}</channel></rss>`),
  );
}

const taken = await acquireLease(db, { name: "test", owner: "test", ttlMs: 600_000 });
function held(): Lease {
  if (!taken) throw new Error("no lease");
  return taken;
}

const turn = (): LookTurn => ({ lease: held(), signal, siteFeeds: [source.name] });

afterEach(async () => {
  pages.clear();
  await db.execute({ name: "test.forget", text: "truncate trading.news_articles, trading.news_feeds cascade" });
});
afterAll(async () => {
  await http.close();
  await Promise.all([parser.close(), pageParser.close()]);
  await server.close();
});

/** Looks at the feed, and then at the page that is due: what came of it. */
async function lookAndRead(of: NewsSource = source): Promise<boolean | undefined> {
  await store.installFeeds([of], clock.now());
  const [state] = await store.listFeeds();
  if (!state) throw new Error("no feed");
  await reader.look(of, state, turn());
  const due = await store.findPageDue([of.name], clock.now());
  return due && (await articles.read(due, turn())).isFilled;
}

async function stored(): Promise<{ title: string; brief: string; keywords: string[]; edited_at: unknown }[]> {
  return db.query({
    name: "test.stored",
    text: "select title, brief, keywords, edited_at from trading.news_articles order by id",
  });
}

const isDueIn = async (ms: number): Promise<boolean> =>
  (await store.findPageDue([source.name], plusMillis(clock.now(), ms))) !== undefined;

test("the beginning of the page becomes the brief, and what it names is found", async () => {
  listItems(["A quiet week in the north", `${server.url}/1`]);
  pages.set("/1", answerPage(html(SENTENCE.repeat(20))));
  expect(await lookAndRead()).toBe(true);
  const [article] = await stored();
  expect(article).toMatchObject({ keywords: ["ethereum"], edited_at: null });
  expect(article?.brief).toMatch(/^Traders in Oslo say/);
  expect(article?.brief.length).toBeLessThanOrEqual(300);
  expect(await isDueIn(DAY_MS)).toBe(false);
  // The feed's text has not changed: the next look keeps the brief.
  expect(await lookAndRead()).toBeUndefined();
  expect((await stored())[0]?.brief).toBe(article?.brief);
});

test.each([
  ["the operator does not say that the source allows it", { ...source, readsArticles: false }, "/1", ""],
  ["the feed says enough", source, "/1", SENTENCE.repeat(2)],
  ["the article is at another site", source, "https://elsewhere.example/1", ""],
])("no page is asked for where %s", async (_, of, path, summary) => {
  listItems(["A quiet week in the north", new URL(path, server.url).href, summary]);
  const before = server.seen.length;
  expect(await lookAndRead(of)).toBeUndefined();
  expect(server.seen.slice(before).map(({ path: asked }) => asked)).not.toContain("/1");
});

test.each<[string, Handler]>([
  ["is absent", (_, response) => response.writeHead(404).end()],
  ["is not a page", (_, response) => response.writeHead(200, { "content-type": "application/pdf" }).end("%PDF")],
  [
    "asks by its header not to be shown",
    answerPage(html(SENTENCE.repeat(20)), { "x-robots-tag": "noindex, nosnippet" }),
  ],
  [
    "asks by its head not to be shown",
    answerPage(html(SENTENCE.repeat(20), '<meta name="ROBOTS" content="nosnippet">')),
  ],
  ["leads elsewhere", (_, response) => response.writeHead(302, { location: "http://localhost:1/" }).end()],
  ["has no text", answerPage(html(""))],
  ["is large", answerPage("x".repeat(3 * 1024 * 1024))],
])("a page that %s costs its brief, and is asked for three times", async (_, answer) => {
  listItems(["A quiet week in the north", `${server.url}/1`]);
  pages.set("/1", answer);
  expect(await lookAndRead()).toBe(false);
  expect(await stored()).toMatchObject([{ title: "A quiet week in the north", brief: "" }]);
  for (let later = 0; later < 2; later++) {
    const due = await store.findPageDue([source.name], plusMillis(clock.now(), DAY_MS));
    if (!due) throw new Error("it is not asked again");
    expect(await articles.read(due, turn())).toMatchObject({ isFilled: false });
  }
  expect(await isDueIn(10 * DAY_MS)).toBe(false);
});

test("what robots.txt forbids is not asked, and a site that asks to wait is left alone for as long", async () => {
  listItems(["A quiet week in the north", `${server.url}/1`]);
  pages.set("/1", (_, response) => response.writeHead(429, { "retry-after": "36000" }).end());
  expect(await lookAndRead()).toBe(false);
  expect([await isDueIn(DAY_MS / 3), await isDueIn(DAY_MS)]).toEqual([false, true]);
  pages.set("/robots.txt", (_, response) => response.end("User-agent: *\nDisallow: /1"));
  const strict = new ArticleReader({
    store,
    fetcher: new PoliteFetch({ http, clock }),
    parser: pageParser,
    keywords,
    clock,
  });
  const due = await store.findPageDue([source.name], plusMillis(clock.now(), DAY_MS));
  const before = server.seen.length;
  expect(due && (await strict.read(due, turn())).isFilled).toBe(false);
  expect(server.seen.slice(before).map(({ path }) => path)).toEqual(["/robots.txt"]);
});

test("an edit of the feed asks the page again", async () => {
  listItems(["A quiet week in the north", `${server.url}/1`]);
  pages.set("/1", answerPage(html(SENTENCE.repeat(20))));
  await lookAndRead();
  listItems(["A quiet month in the north", `${server.url}/1`]);
  expect(await lookAndRead()).toBe(true);
  expect(await stored()).toMatchObject([
    { title: "A quiet month in the north", brief: expect.stringMatching(/^Traders/), edited_at: expect.anything() },
  ]);
});

test("another owner of the source keeps the former one from writing", async () => {
  listItems(["A quiet week in the north", `${server.url}/1`]);
  pages.set("/1", answerPage(html(SENTENCE.repeat(20))));
  await store.installFeeds([source], clock.now());
  const [state] = await store.listFeeds();
  if (state) await reader.look(source, state, turn());
  const due = await store.findPageDue([source.name], clock.now());
  const former = { ...held(), fence: held().fence - 1 };
  await expect(due && articles.read(due, { ...turn(), lease: former })).rejects.toThrow(LeaseLost);
  expect(await stored()).toMatchObject([{ brief: "" }]);
});

test("a process that follows a source reads its pages between two looks", async () => {
  listItems(["A quiet week in the north", `${server.url}/1`], ["A loud week in the south", `${server.url}/2`]);
  for (const path of ["/1", "/2"]) pages.set(path, answerPage(html(SENTENCE.repeat(20))));
  const options = { sources: [source], store, reader, articles, db, clock, log: silentLog() };
  const runner = new SourceRunner({ ...options, owner: "one" });
  runner.start();
  await waitUntil(async () => {
    expect((await stored()).map(({ brief }) => brief.slice(0, 7))).toEqual(["Traders", "Traders"]);
  });
  await runner.stop();
  expect(runner.counts).toMatchObject({ looks: 1, pages: 2, briefs: 2 });
  const metrics = createMetrics({ process: false });
  newsMetrics(
    metrics,
    async () => [],
    () => runner,
  );
  expect(await metrics.text()).toContain('tripod_news_pages{outcome="ok"} 2');
});
