/**
 * Articles a second from feeds on loopback into the database: fetched, parsed, classified, matched with the terms of
 * users, stored once, and sent to followers. The comparison is bare inserts of as many rows in transactions of as
 * many.
 */
import { outbound } from "../../src/kit/outbound/outbound.ts";
import type { Database } from "../../src/kit/sql/database.ts";
import { acquireLease } from "../../src/kit/sql/lease.ts";
import { systemClock } from "../../src/kit/time/clock.ts";
import { STARTING_WATCHLIST } from "../../src/trading/news/core/watchlist.ts";
import { FeedParser } from "../../src/trading/news/sources/feed-parser.ts";
import { KeywordFinder } from "../../src/trading/news/sources/find-keywords.ts";
import { PoliteFetch } from "../../src/trading/news/sources/polite-fetch.ts";
import { FeedReader } from "../../src/trading/news/sources/read-feed.ts";
import type { NewsSource } from "../../src/trading/news/sources/source.ts";
import { feedStore } from "../../src/trading/news/sql/news-store.ts";
import { loopbackServer } from "../../test/support/loopback-server.ts";
import { seeded, someKeyword, someWords, timed, times, whole, type Report } from "./invented.ts";

const FEEDS = 60;
/** As many as are taken of a feed at its first look. */
const ITEMS = 100;
const TERMS = 100_000;
/** Rows in one transaction, as articles are stored. */
const BATCH = 50;
const CODES = Array.from({ length: 12 }, (_, at) => `sim-pair${at}usdt`);

export async function measureArticles(db: Database, report: Report): Promise<void> {
  const random = seeded(2);
  await insertTerms(db, random);
  const server = await loopbackServer(({ path }, response) => {
    if (path === "/robots.txt") response.writeHead(404).end();
    else response.end(feeds.get(path));
  });
  const feeds = new Map<string, string>(Array.from({ length: FEEDS }, (_, at) => [`/feed${at}`, feedOf(at, random)]));
  const sources = [...feeds.keys()].map((path): NewsSource => ({
    name: path.slice(1),
    url: `${server.url}${path}`,
    kind: "rss",
    language: "en",
    intervalSeconds: 3_600,
    weight: 1,
  }));
  const clock = systemClock();
  const store = feedStore(db);
  const http = outbound({ allowPrivate: ["127.0.0.1"], userAgent: "bench", clock });
  const parser = new FeedParser();
  const keywords = new KeywordFinder(STARTING_WATCHLIST, store);
  const fetcher = new PoliteFetch({ http, clock });
  const reader = new FeedReader({ store, fetcher, parser, keywords, codesFor: () => CODES, clock, chance: () => 0.5 });
  try {
    await store.installFeeds(sources, clock.now());
    const lease = await acquireLease(db, { name: "trading.news bench", owner: "bench", ttlMs: 600_000 });
    if (!lease) throw new Error("the lease is taken");
    const loadMs = await timed(() => keywords.load());
    report(`${whole(TERMS)} terms of users, loaded`, `${loadMs.toFixed(0)} ms`);
    const states = new Map((await store.listFeeds()).map((state) => [state.name, state]));
    const looks: number[] = [];
    let added = 0;
    const signal = new AbortController().signal;
    for (const source of sources) {
      const state = states.get(source.name);
      if (!state) throw new Error(`there is no feed ${source.name}`);
      looks.push(
        await timed(async () => {
          added += (await reader.look(source, state, { lease, signal, siteFeeds: [source.name] })).counts.added;
          while (await store.tellNext());
        }),
      );
    }
    const perSecond = added / (looks.reduce((sum, each) => sum + each, 0) / 1_000);
    const bare = await bareInserts(db, added);
    report(
      `articles, from ${FEEDS} feeds of ${ITEMS} to the database`,
      `${whole(perSecond)}/s; a feed ${times(looks)}`,
      `${(perSecond / bare).toFixed(2)} x bare inserts, ${whole(bare)} rows/s`,
    );
  } finally {
    await http.close();
    await parser.close();
    await server.close();
  }
}

async function insertTerms(db: Database, random: () => number): Promise<void> {
  const words = new Set<string>();
  while (words.size < TERMS) words.add(` ${someKeyword(random).join(" ")} `);
  await db.execute({
    name: "bench.terms",
    text: `with made as (
        insert into trading.news_terms (words, version)
        select words, place from unnest($1::text[]) with ordinality as given (words, place) returning version
      )
      update trading.news_gate set keyword_version = (select max(version) from made)`,
    values: [[...words]],
  });
}

function feedOf(feed: number, random: () => number): string {
  const items = Array.from({ length: ITEMS }, (_, at) => {
    const [title, brief] = [someWords(random, 12).join(" "), someWords(random, 45).join(" ")];
    const coin = at % 3 === 0 ? "Bitcoin" : "Ether";
    return (
      `<item><title>${coin} ${title}</title><link>https://feed${feed}.example/${at}</link>` +
      `<description>${brief}</description><pubDate>${new Date(Date.now() - at * 1_000).toUTCString()}</pubDate></item>`
    );
  });
  return `<rss version="2.0"><channel><title>Feed</title>${items.join("")}</channel></rss>`;
}

async function bareInserts(db: Database, rows: number): Promise<number> {
  await db.execute({ name: "bench.bare", text: "create table bench_rows (id bigint primary key, words text)" });
  const text = "w ".repeat(300);
  const ms = await timed(async () => {
    for (let from = 0; from < rows; from += BATCH) {
      await db.transaction(async (tx) => {
        for (let id = from; id < Math.min(rows, from + BATCH); id++) {
          await tx.execute({ name: "bench.row", text: "insert into bench_rows values ($1, $2)", values: [id, text] });
        }
      });
    }
  });
  return rows / (ms / 1_000);
}
