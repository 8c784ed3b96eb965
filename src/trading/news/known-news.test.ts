/** The news as conditions read them in a process that does not follow the news itself. */
import { expect, test } from "vitest";
import { fromMillis, toMillis } from "../../kit/time/instant.ts";
import { HOUR_MS, MINUTE_MS } from "../../kit/time/spans.ts";
import { keptLog } from "../../../test/support/kept-log.ts";
import { manualClock } from "../../../test/support/manual-clock.ts";
import { foundItem, newsWorld } from "../../../test/support/news-world.ts";
import { watchedDatabase } from "../../../test/support/watched-database.ts";
import { KnownNews } from "./known-news.ts";
import { knownNewsStore } from "./sql/known-news.ts";
import type { PairImpact } from "./core/impact.ts";

const { world, impacts, nowMs: NOW, save } = await newsWorld();
const { db } = world.platform;
const JOY = "Bitcoin soars to a record high as traders celebrate the breakthrough";

function reader(options: { readonly isFollowed?: boolean } = {}) {
  const statements: string[] = [];
  let isAway = false;
  const watched = watchedDatabase(db, {
    async before({ name }) {
      statements.push(name);
      if (isAway) throw new Error("the database is away");
    },
  });
  const clock = manualClock(NOW);
  const known = new KnownNews({
    store: knownNewsStore(watched),
    clock,
    log: keptLog(),
    languages: ["en"],
    isFollowed: () => options.isFollowed ?? true,
  });
  return {
    known,
    /** The first may be one that was in progress. */
    refresh: async () => {
      await known.refresh();
      await known.refresh();
    },
    clock,
    statements,
    setAway: (away: boolean) => (isAway = away),
    joy: () => known.tone("BTC", "joy", toMillis(clock.now())),
    impact: () => known.impact("BTC", "btcusdt", toMillis(clock.now())),
  };
}

const moved = (difference: string): PairImpact => ({
  status: difference === "" ? "no recorded price" : "compiled",
  pair: "BTC/USDT",
  before: difference === "" ? "" : "200.00000000",
  after: "",
  difference,
  usual: null,
  z: null,
});

test("is known from the moment it was seen, until an hour later, and by what it said at first", async () => {
  const { known, refresh, clock, joy } = reader();
  await save("A", [foundItem("Nothing happens to Ether", "https://e.com/0")]);
  expect(joy()).toBe("warming_up");
  await refresh();
  expect(joy()).toBe(0);
  await clock.advance(MINUTE_MS);
  await save("A", [foundItem(JOY, "https://e.com/1")], NOW + MINUTE_MS);
  await refresh();
  expect(joy()).toBeGreaterThan(0.5);
  await save(
    "A",
    [foundItem("Bitcoin plunges as panic and fear of a crash spread", "https://e.com/1")],
    NOW + MINUTE_MS,
  );
  await refresh();
  expect([joy(), known.tone("BTC", "fear", toMillis(clock.now()))]).toEqual([expect.any(Number), 0]);
  expect(joy()).toBeGreaterThan(0.5);
  // Another process, that begins after the edit, knows the same.
  const later = reader();
  await later.clock.advance(2 * MINUTE_MS);
  await later.refresh();
  expect(later.joy()).toBe(joy());
  await clock.advance(HOUR_MS);
  await refresh();
  expect(joy()).toBe(0);
});

test("what prices did is known when it is measured, and a gap is not a move", async () => {
  await save("A", [foundItem("Bitcoin rises", "https://e.com/1")], NOW, ["x-btcusdt"]);
  const { refresh, clock, impact } = reader();
  await refresh();
  expect(impact()).toBe(0);
  const at = (minutes: number) => fromMillis(NOW + minutes * MINUTE_MS);
  const measure = async (seconds: 120 | 300 | 600, minutes: number, difference: string) => {
    const [article] = await db.query<{ id: number }>({
      name: "test.article",
      text: "select id from trading.news_articles",
    });
    const due = { articleId: article?.id ?? 0, seconds, impactAt: at(0), codes: ["x-btcusdt"] };
    await impacts.saveImpacts([{ due, data: { btcusdt: moved(difference) } }], at(minutes));
  };
  await clock.advance(3 * MINUTE_MS);
  await measure(120, 3, "");
  await refresh();
  expect(impact()).toBe("price_not_recorded");
  await clock.advance(4 * MINUTE_MS);
  await measure(300, 7, "-3.00000000");
  await refresh();
  expect(impact()).toBe(-1.5);
  await clock.advance(5 * MINUTE_MS);
  await measure(600, 12, "2.00000000");
  await refresh();
  expect(impact()).toBe(-1.5);
  await clock.advance(HOUR_MS - 6 * MINUTE_MS);
  await refresh();
  expect(impact()).toBe(1);
});

test("asks the database once a second at most, however often it is read, and nothing while it is not read", async () => {
  const { clock, statements, joy } = reader();
  await save("A", [foundItem(JOY, "https://e.com/1")]);
  for (let turn = 0; turn < 1_000; turn++) joy();
  await expect.poll(joy).toBeGreaterThan(0.5);
  const asked = statements.length;
  for (let turn = 0; turn < 1_000; turn++) joy();
  expect(statements).toHaveLength(asked);
  await clock.advance(10_000);
  expect(statements).toHaveLength(asked);
  joy();
  await expect.poll(() => statements.length).toBeGreaterThan(asked);
});

test("is not known where it could not be brought up to date, or where no news are followed", async () => {
  const { refresh, clock, setAway, joy } = reader();
  await refresh();
  setAway(true);
  await clock.advance(20_000);
  expect(joy()).toBe(0);
  await clock.advance(20_000);
  expect(joy()).toBe("warming_up");
  setAway(false);
  await expect.poll(async () => clock.advance(1_000).then(joy)).toBe(0);
  expect(reader({ isFollowed: false }).joy()).toBe("no_source");
});

test("after a time in which nothing was read it begins again with what is recent", async () => {
  const { refresh, clock, statements, joy } = reader();
  await save("A", [foundItem("Bitcoin of long ago", "https://e.com/1")], NOW - 5 * HOUR_MS);
  await refresh();
  await clock.advance(24 * HOUR_MS);
  await save("A", [foundItem(JOY, "https://e.com/2")], NOW + 24 * HOUR_MS);
  await refresh();
  expect(joy()).toBeGreaterThan(0.5);
  expect(statements.filter((name) => name === "trading.findLastNewsSeenBefore")).toHaveLength(2);
});
