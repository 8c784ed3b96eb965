/** The order of pushed news, also where reading fails or others begin to follow in between. */
import { beforeEach, expect, test } from "vitest";
import { keptLog } from "../../../test/support/kept-log.ts";
import { manualClock } from "../../../test/support/manual-clock.ts";
import { fromMillis } from "../../kit/time/instant.ts";
import type { Caller } from "../caller.ts";
import { NewsWire, type NewsWireStore } from "./news-wire.ts";
import type { StoredArticle } from "./store.ts";

const SECOND_MS = 1_000;
const caller = { uid: 7, ownerUid: 7, plan: { id: "basic" } } as Caller;

/** The id of an article is that of its change. */
let [newest, keywordsOf] = [0, (_id: number): readonly string[] => []];
let isBroken = false;
let serverRun = "";

beforeEach(() => {
  newest = 0;
  isBroken = false;
  serverRun = "before";
  keywordsOf = () => [];
});

function article(id: number): StoredArticle {
  const text = { source: "", url: "", domain: "", brief: "", author: "", image: "", language: "en" };
  const at = { firstSeenAt: fromMillis(0), publishedAt: fromMillis(0), editedAt: undefined };
  return {
    id,
    title: `${id}`,
    keywords: keywordsOf(id),
    tones: [],
    echoes: 0,
    impacts: new Map(),
    due: [],
    ...text,
    ...at,
  };
}

const store: NewsWireStore = {
  readNewest: async () => ({ articles: newest > 0 ? [article(newest)] : [], changeId: newest, serverRun }),
  readEnd: async () => ({ newest, serverRun }),
  findNewestChange: async () => newest - 3,
  async listChanges(after, _tier, limit) {
    if (isBroken) throw new Error("the database is away");
    const ids = Array.from({ length: Math.min(limit, Math.max(0, newest - after)) }, (_, at) => after + at + 1);
    return ids.map((id) => ({ id, articleId: id }));
  },
  readArticles: async (ids) => ids.map(article),
  listMatches: async (articleIds, keywordIds) =>
    articleIds.flatMap((articleId) => keywordIds.map((keywordId) => ({ articleId, keywordId }))),
};

function openWire() {
  const [clock, log] = [manualClock(), keptLog()];
  const keywords = { findKeyword: async (_uid: number, id: number) => (id === 5 ? ({ id } as never) : undefined) };
  const watchlist = [{ id: "btc", kind: "coin" as const, words: ["bitcoin"], currency: "BTC" }];
  const wire = new NewsWire({ store, keywords, watchlist, clock, log });
  wire.start();
  return { wire, log, pass: () => clock.advance(SECOND_MS) };
}

const titlesInto = (titles: string[]) => (text: string) => void titles.push((JSON.parse(text) as StoredArticle).title);

test("each change is sent once and in order, however many come between two looks", async () => {
  const { wire, pass } = openWire();
  newest = 3;
  const feed = await wire.findAll(caller);
  expect(feed.newest.map((text) => JSON.parse(text).title)).toEqual(["3"]);
  const titles: string[] = [];
  const end = feed.onArticle(titlesInto(titles));
  newest = 1_000;
  await pass();
  expect(titles).toEqual(Array.from({ length: 997 }, (_, at) => `${at + 4}`));
  await pass();
  expect(titles).toHaveLength(997);
  end();
  newest = 1_001;
  await pass();
  expect(titles).toHaveLength(997);
});

test("nothing is lost while the database is away, which is logged once", async () => {
  const { wire, log, pass } = openWire();
  const titles: string[] = [];
  (await wire.findAll(caller)).onArticle(titlesInto(titles));
  isBroken = true;
  newest = 2;
  await pass();
  await pass();
  expect([titles, log.entries.length]).toEqual([[], 1]);
  isBroken = false;
  await pass();
  expect(titles).toEqual(["1", "2"]);
});

test("one that begins to follow from an older state gets all that came since, and others nothing twice", async () => {
  const { wire, pass } = openWire();
  const [early, late]: [string[], string[]] = [[], []];
  const first = await wire.findAll(caller);
  const second = await wire.findAll(caller);
  first.onArticle(titlesInto(early));
  newest = 2;
  await pass();
  second.onArticle(titlesInto(late));
  newest = 3;
  await pass();
  expect([early, late]).toEqual([
    ["1", "2", "3"],
    ["1", "2", "3"],
  ]);
});

test("on another run of a server a follower receives again what came shortly before, and misses nothing", async () => {
  const { wire, pass } = openWire();
  const titles: string[] = [];
  (await wire.findAll(caller)).onArticle(titlesInto(titles));
  newest = 4;
  await pass();
  serverRun = "after";
  newest = 5;
  await pass();
  await pass();
  expect(titles).toEqual(["1", "2", "3", "4", "3", "4", "5"]);
});

test("a keyword's feed has its articles alone, and an unknown keyword has none", async () => {
  const { wire, pass } = openWire();
  keywordsOf = (id) => (id % 2 === 0 ? ["bitcoin"] : ["ethereum"]);
  const [watched, own]: [string[], string[]] = [[], []];
  (await wire.findWatched("btc", undefined))?.onArticle(titlesInto(watched));
  (await wire.findOwn(5, caller))?.onArticle(titlesInto(own));
  newest = 3;
  await pass();
  expect([watched, own]).toEqual([["2"], ["1", "2", "3"]]);
  expect([await wire.findWatched("doge", caller), await wire.findOwn(6, caller)]).toEqual([undefined, undefined]);
  expect(await wire.findWatched("bitcoin", caller)).toBeDefined();
});
