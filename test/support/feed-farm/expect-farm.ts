/** The expected stored data after a farm's day, compared with the real ones. */
import { expect } from "vitest";
import type { Queryable } from "../../../src/kit/sql/database.ts";
import { titleAt, type FarmPlan } from "./farm-plan.ts";
import type { FarmServer } from "./farm-server.ts";

interface StoredSighting {
  readonly source: string;
  readonly url: string;
  readonly article_id: number;
  readonly is_first: boolean;
  readonly title: string;
  readonly article_title: string;
  readonly echoes: number;
}

/** Rejects at the first difference. */
export async function expectFarm(db: Queryable, plan: FarmPlan, farm: FarmServer, hours: number): Promise<void> {
  const sightings = await db.query<StoredSighting>({
    name: "test.farmSightings",
    text: `select s.source, s.url, s.article_id, s.is_first, s.title, a.title as article_title, a.echoes
      from trading.news_sightings s join trading.news_articles a on a.id = s.article_id where s.source like 'Farm %'`,
  });
  const known = new Map(sightings.map((each) => [keyOf(each.source, each.url), each]));
  const expected = plan.feeds.flatMap(({ name, items }) => items.map((item) => ({ name, item })));
  const missing = expected.filter(({ name, item }) => !known.has(keyOf(name, item.url)));
  expect(missing).toEqual([]);
  expect(sightings).toHaveLength(expected.length);

  const stories = new Map<number, typeof expected>();
  for (const each of expected) stories.set(each.item.story, [...(stories.get(each.item.story) ?? []), each]);
  expect(stories.size).toBe(plan.stories);
  for (const shown of stories.values()) {
    const found = shown.flatMap(({ name, item }) => known.get(keyOf(name, item.url)) ?? []);
    const said = found.map(({ source, url, article_id: id }) => `${id} ${source} ${url}`);
    expect([new Set(found.map(({ article_id: id }) => id)).size, ...said]).toEqual([1, ...said]);
    expect(found.filter(({ is_first: isFirst }) => isFirst)).toHaveLength(1);
    expect(found[0]?.echoes).toBe(shown.length - 1);
  }
  for (const { name, item } of expected) {
    const stored = known.get(keyOf(name, item.url));
    const title = titleAt(item, Infinity);
    expect(stored?.title).toBe(title);
    if (stored?.is_first) expect(stored.article_title).toBe(title);
  }
  await expectHarmless(db, hours);
  expect(farm.rudeness).toEqual([]);
  expect(farm.counts.unchanged).toBeGreaterThan(farm.counts.whole / 4);
}

/** Nothing of what means harm is shown as markup, nor fills the database. */
async function expectHarmless(db: Queryable, hours: number): Promise<void> {
  const rows = await db.query<{ source: string; articles: number; marked: number; early: number }>({
    name: "test.farmHarm",
    text: String.raw`select source, count(*) as articles, count(*) filter (where title || brief || author ~ '<[a-zA-Z/!?]') as marked,
        count(*) filter (where published_at > first_seen_at) as early
      from trading.news_articles where source like 'Hostile: %' group by source order by source`,
  });
  for (const { source, articles, marked, early } of rows) {
    expect([source, marked, early]).toEqual([source, 0, 0]);
    expect([source, articles <= 100 + 60 * (hours + 1)]).toEqual([source, true]);
  }
  expect(rows.map(({ source }) => source)).toContain("Hostile: scripts, and dates to come");
  const failing = await db.query<{ name: string }>({
    name: "test.farmFailing",
    text: "select name from trading.news_feeds where failures > 0 order by name",
  });
  expect(failing.map(({ name }) => name)).toEqual([
    "Hostile: a body without an end",
    "Hostile: a million elements in each other",
    "Hostile: a way to a private address",
    "Hostile: bytes in a wrong encoding",
    "Hostile: entities in entities",
  ]);
}

function keyOf(source: string, url: string): string {
  return `${source} ${new URL(url).pathname.replace(/\/$/, "")}`;
}
