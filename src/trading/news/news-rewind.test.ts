/** News in the memory of a process whose database went back: a failover that lost a moment, or a restore. */
import { expect, test } from "vitest";
import { testDatabase } from "../../../test/support/database.ts";
import { keptLog } from "../../../test/support/kept-log.ts";
import { manualClock } from "../../../test/support/manual-clock.ts";
import { foundItem } from "../../../test/support/news-world.ts";
import { acquireLease } from "../../kit/sql/lease.ts";
import { fromMillis, toMillis } from "../../kit/time/instant.ts";
import { MINUTE_MS, SECOND_MS } from "../../kit/time/spans.ts";
import type { Caller } from "../caller.ts";
import { prepareArticle } from "./core/article.ts";
import { STARTING_WATCHLIST } from "./core/watchlist.ts";
import { KnownNews } from "./known-news.ts";
import { NewsWire } from "./news-wire.ts";
import { KeywordFinder } from "./sources/find-keywords.ts";
import { knownNewsStore } from "./sql/known-news.ts";
import { ensureTerm } from "./sql/news-terms.ts";
import { recordPastMatches } from "./sql/past-matches.ts";
import { feedStore } from "./sql/news-store.ts";
import { newsWireStore } from "./sql/news-wire.ts";

const { db } = await testDatabase({ rooms: ["kit", "trading"] });
const store = feedStore(db);
const lease = await acquireLease(db, { name: "trading.news test", owner: "test", ttlMs: 600_000 });
const NOW = Date.now();
const OTHER_RUN = "2026-01-01 00:00:00.000000";
const JOY = "Bitcoin soars to a record high as traders celebrate the breakthrough";
const FEAR = "Bitcoin plunges as panic and fear of a crash spread";

/** Stores an article as a process would that knows no terms of users. Answers the terms that it was stored with. */
async function save(title: string, path: string, finder?: KeywordFinder): Promise<readonly number[]> {
  if (!lease) throw new Error("the lease is held by another");
  const termVersion = (await finder?.load()) ?? 0;
  const prepared = prepareArticle(
    foundItem(title, `https://e.com/${path}`),
    { url: "https://e.com", language: "en" },
    NOW,
  );
  if (!prepared) throw new Error("the article is refused");
  const found = (finder ?? new KeywordFinder(STARTING_WATCHLIST, store)).find(prepared);
  const articles = [{ ...prepared, ...found, codes: [] }];
  await store.saveItems(lease, { source: "A", articles, firstSeenAt: fromMillis(NOW), termVersion });
  const rows = await db.query<{ term_id: number }>({
    name: "test.matches",
    text: `select term_id from trading.news_term_matches
      where article_id = (select max(id) from trading.news_articles) order by term_id`,
  });
  return rows.map(({ term_id }) => term_id);
}

async function follow(words: string): Promise<number> {
  return db.transaction(async (tx) => {
    const { id } = await ensureTerm(tx, ` ${words} `);
    await recordPastMatches(tx, id, ` ${words} `, fromMillis(NOW - MINUTE_MS));
    return id;
  });
}

/** Takes back what came after a moment, with its numbers. */
async function goBack(marked: { readonly terms: number; readonly articles: number; readonly version: number }) {
  await db.execute({
    name: "test.terms",
    text: "delete from trading.news_terms where id > $1",
    values: [marked.terms],
  });
  await db.execute({
    name: "test.articles",
    text: "delete from trading.news_articles where id > $1",
    values: [marked.articles],
  });
  await db.execute({
    name: "test.version",
    text: "update trading.news_gate set keyword_version = $1",
    values: [marked.version],
  });
  for (const [table, column] of [
    ["news_terms", "id"],
    ["news_articles", "id"],
    ["news_changes", "id"],
  ])
    await db.query({
      name: `test.numbers ${table}`,
      text: `select setval(pg_get_serial_sequence('trading.${table}', '${column}'),
        (select coalesce(max(${column}), 0) + 1 from trading.${table}), false)`,
    });
}

async function mark() {
  const [row] = await db.query<{ terms: number; articles: number; version: number }>({
    name: "test.mark",
    text: `select (select coalesce(max(id), 0) from trading.news_terms) as terms,
      (select coalesce(max(id), 0) from trading.news_articles) as articles,
      (select keyword_version from trading.news_gate) as version`,
  });
  if (!row) throw new Error("a select without a filter answers a row");
  return row;
}

test("a keyword that is followed after the database went back is found in new articles", async () => {
  const finder = new KeywordFinder(STARTING_WATCHLIST, store);
  const marked = await mark();
  for (const words of ["lost one", "lost two"]) await follow(words);
  await finder.load();
  await goBack(marked);
  const kept = await follow("halving");
  expect(await save("The halving is near", "halving", finder)).toEqual([kept]);
  expect(await save("Lost one is near", "lost", finder)).toEqual([]);
});

test("a keyword whose number was another's before is found by its own words alone, on another run of a server", async () => {
  let run: string | undefined;
  const moved = {
    listTerms: store.listTerms,
    readTermsEnd: async () => ({ ...(await store.readTermsEnd()), ...(run === undefined ? {} : { serverRun: run }) }),
  };
  const finder = new KeywordFinder(STARTING_WATCHLIST, moved);
  const marked = await mark();
  const lost = await follow("taproot");
  await finder.load();
  await goBack(marked);
  run = OTHER_RUN;
  expect(await follow("mining pool")).toBe(lost);
  expect(await save("Taproot is near", "taproot", finder)).toEqual([]);
  expect(await save("A mining pool is near", "pool", finder)).toEqual([lost]);
});

test("the version of keywords is higher than any that a lost moment had given", async () => {
  await follow("a first keyword");
  const { version } = await mark();
  expect(version).toBeGreaterThanOrEqual(NOW);
});

test("conditions know what is stored after the database went back, and not what was lost", async () => {
  const clock = manualClock(NOW);
  const known = new KnownNews({
    store: knownNewsStore(db),
    clock,
    log: keptLog(),
    languages: ["en"],
    isFollowed: () => true,
  });
  const tones = () => ["joy", "fear"].map((tone) => known.tone("BTC", tone as "joy", toMillis(clock.now())));
  await known.refresh();
  const marked = await mark();
  for (const path of ["1", "2", "3"]) await save(`${JOY} for ${path}`, `joy-${path}`);
  await known.refresh();
  expect(tones()).toEqual([expect.closeTo(1, 0), 0]);
  await goBack(marked);
  await save(FEAR, "fear");
  await known.refresh();
  expect(tones()).toEqual([0, expect.closeTo(1, 0)]);
});

function startWire() {
  const clock = manualClock(NOW);
  const wire = new NewsWire({
    store: newsWireStore(db, ["en"]),
    keywords: { findKeyword: async () => undefined },
    watchlist: STARTING_WATCHLIST,
    clock,
    log: keptLog(),
  });
  wire.start();
  return { clock, wire };
}

test("followers of news receive what was stored after the database went back", async () => {
  const { clock, wire } = startWire();
  const caller = { uid: 7, ownerUid: 7, plan: { id: "basic" } } as Caller;
  const titles: string[] = [];
  const marked = await mark();
  (await wire.findAll(caller)).onArticle((text) => void titles.push((JSON.parse(text) as { title: string }).title));
  for (const path of ["1", "2", "3"]) await save(`${JOY} of ${path}`, `lost-${path}`);
  await clock.advance(SECOND_MS);
  await expect.poll(() => titles).toHaveLength(3);
  await goBack(marked);
  await save(FEAR, "kept");
  await clock.advance(SECOND_MS);
  await expect.poll(() => titles.slice(3)).toContain(FEAR);
  wire.stop();
});

test("followers of news receive what was stored after a dump was restored in place, also where it passed the old end", async () => {
  const { clock, wire } = startWire();
  const titles: string[] = [];
  const marked = await mark();
  const caller = { uid: 7, ownerUid: 7, plan: { id: "basic" } } as Caller;
  (await wire.findAll(caller)).onArticle((text) => void titles.push((JSON.parse(text) as { title: string }).title));
  await save(`${JOY} of yesterday`, "yesterday");
  await clock.advance(SECOND_MS);
  await expect.poll(() => titles).toHaveLength(1);
  await goBack(marked);
  // A restored dump makes the table again, while the server goes on running.
  await db.execute({
    name: "test.madeAgain",
    text: `do $$ begin
      create table trading.again (like trading.news_changes including all);
      insert into trading.again overriding system value select * from trading.news_changes;
      drop table trading.news_changes;
      alter table trading.again rename to news_changes;
      perform setval(pg_get_serial_sequence('trading.news_changes', 'id'),
        (select coalesce(max(id), 0) + 1 from trading.news_changes), false);
    end $$`,
  });
  const stories = [
    "Validators of Ethereum vote on a new upgrade",
    "A court rules against an exchange over its fees",
    "Miners move to Iceland for cheap energy",
  ];
  for (const [number, title] of stories.entries()) await save(title, `story-${number}`);
  await clock.advance(SECOND_MS);
  await expect.poll(() => titles).toEqual(expect.arrayContaining(stories));
  wire.stop();
});
