import { afterAll, expect, test } from "vitest";
import { createLog, silentLog } from "../../../kit/log/log.ts";
import { outbound } from "../../../kit/outbound/outbound.ts";
import { systemClock } from "../../../kit/time/clock.ts";
import { testDatabase } from "../../../../test/support/database.ts";
import { loopbackServer } from "../../../../test/support/loopback-server.ts";
import { waitUntil } from "../../../../test/support/wait-until.ts";
import { STARTING_WATCHLIST } from "../core/watchlist.ts";
import { feedStore } from "../sql/news-store.ts";
import { FeedParser } from "./feed-parser.ts";
import { KeywordFinder } from "./find-keywords.ts";
import { PageParser } from "./page-parser.ts";
import { PoliteFetch } from "./polite-fetch.ts";
import { ArticleReader } from "./read-article.ts";
import { FeedReader } from "./read-feed.ts";
import { SourceRunner, type SourceRunnerOptions } from "./run-sources.ts";
import type { NewsSource } from "./source.ts";

const { db } = await testDatabase({ rooms: ["kit", "trading"] });
const clock = systemClock();
const store = feedStore(db);
let [open, most] = [0, 0];
let isBroken = false;
const server = await loopbackServer(({ path }, response) => {
  most = Math.max(most, ++open);
  response.on("close", () => open--);
  const send = (): void => {
    if (path === "/robots.txt") response.writeHead(404).end();
    else if (isBroken && path === "/b") response.writeHead(500).end();
    else
      response.end(
        `<rss version="2.0"><channel><title>T</title><item><title>Story ${path}</title><link>https://e.com${path}</link></item></channel></rss>`,
      );
  };
  // Two requests at a time would meet here.
  setTimeout(send, 30);
});
const sources: NewsSource[] = ["/a", "/b", "/c"].map((path) => ({
  name: `Feed ${path}`,
  url: `${server.url}${path}`,
  kind: "rss",
  language: "en",
  intervalSeconds: 3_600,
  weight: 1,
}));

const http = outbound({ allowPrivate: ["127.0.0.1"], userAgent: "test", clock });
const parsers: (FeedParser | PageParser)[] = [];

function makeRunner(owner: string, more: Partial<SourceRunnerOptions> = {}): SourceRunner {
  const parser = new FeedParser();
  parsers.push(parser);
  const fetcher = new PoliteFetch({ http, clock });
  const keywords = new KeywordFinder(STARTING_WATCHLIST, store);
  const reader = new FeedReader({ store, fetcher, parser, keywords, codesFor: () => [], clock, chance: () => 0.5 });
  const pages = new PageParser();
  parsers.push(pages);
  const articles = new ArticleReader({ store, fetcher, parser: pages, keywords, clock });
  return new SourceRunner({ sources, store, reader, articles, db, owner, clock, log: silentLog(), ...more });
}

afterAll(async () => {
  await http.close();
  await Promise.all(parsers.map((parser) => parser.close()));
  await server.close();
});

test("of two processes one asks a host, one feed after the other, and each feed as often as it is due", async () => {
  isBroken = true;
  const [one, other] = [makeRunner("one"), makeRunner("other")];
  one.start();
  other.start();
  await waitUntil(async () => {
    const states = await store.listFeeds();
    expect(states.map(({ checkedAt }) => checkedAt !== undefined)).toEqual([true, true, true]);
  });
  await one.stop();
  await other.stop();
  expect(most).toBe(1);
  const asked = server.seen.map(({ path }) => path).filter((path) => path !== "/robots.txt");
  expect(asked.toSorted()).toEqual(["/a", "/b", "/c"]);
  expect((await store.listFeeds()).map(({ name, problem }) => [name, problem])).toEqual([
    ["Feed /a", undefined],
    ["Feed /b", "The site answered with status 500."],
    ["Feed /c", undefined],
  ]);
  expect([one, other].map(({ counts }) => counts.looks).toSorted((a, b) => a - b)).toEqual([0, 3]);
});

test("another process goes on where one has stopped, and asks nothing before it is due", async () => {
  isBroken = false;
  const before = server.seen.length;
  const next = makeRunner("next");
  next.start();
  await db.execute({ name: "test.due", text: "update trading.news_feeds set next_at = now() where name = 'Feed /b'" });
  await waitUntil(async () => expect((await store.listFeeds())[1]).toMatchObject({ problem: undefined, failures: 0 }));
  await next.stop();
  expect(server.seen.slice(before).map(({ path }) => path)).toEqual(["/robots.txt", "/b"]);
});

test("a mistake that ends the following of sources is logged", async () => {
  const lines: string[] = [];
  const log = createLog({ level: "error", format: "json", stream: { write: (line) => lines.push(line) } });
  const [first] = sources;
  const runner = makeRunner("mistaken", { log, sources: first ? [{ ...first, url: "https://e.com:80800/" }] : [] });
  runner.start();
  await waitUntil(() => expect(lines.join("")).toContain("sources are not followed any more"));
  await runner.stop();
});
