/** A demonstration: invented articles from their feeds to callers. */
import { expect, test } from "vitest";
import { createMetrics } from "../../kit/metrics/metrics.ts";
import { toMillis } from "../../kit/time/instant.ts";
import { DAY_MS } from "../../kit/time/spans.ts";
import { tradingWorld } from "../../../test/support/trading-world.ts";
import { waitUntil } from "../../../test/support/wait-until.ts";
import { inventedItems } from "./core/invented-news.ts";

const world = await tradingWorld({
  settings: {
    TRIPOD_TRADING_NEWS: "invented",
    TRIPOD_TRADING_EXCHANGES: "simulated",
    TRIPOD_TRADING_PUBLIC_REQUESTS_PER_MINUTE: "0",
    TRIPOD_TRADING_ADDRESS_REQUESTS_PER_MINUTE: "0",
  },
});
const data = async (path: string, params: Record<string, string> = {}) =>
  (await world.ask("POST", path, { params })).json.data;

test("invented articles are shown once, say what they are, and count who repeats them", async () => {
  const nowMs = toMillis(world.platform.clock.now());
  const days = [nowMs, nowMs - DAY_MS].map((ms) => new Date(ms).toISOString().slice(0, 10));
  const articles = await waitUntil(async () => {
    const found = (await Promise.all(days.map((date) => data("public/trending-news-data", { date })))).flat();
    expect(found.some(({ echoes }: { echoes: number }) => echoes > 0)).toBe(true);
    expect(new Set(found.map(({ source }: { source: string }) => source))).toEqual(
      new Set(["Invented Wire", "Invented Ledger"]),
    );
    return found as { title: string; brief: string; url: string }[];
  });
  for (const { title, brief, url } of articles) {
    expect(title).toMatch(/^\[Invented\] /);
    expect(brief).toMatch(/invented/);
    expect(new URL(url).hostname).toMatch(/\.invented\.example$/);
  }
  expect(new Set(articles.map(({ title }) => title)).size).toBe(articles.length);
});

test("each source has its state in system/status, and is counted", async () => {
  await waitUntil(async () => {
    const states = (await data("system/status")).filter(({ name }: { name: string }) => name.startsWith("News: "));
    expect(states.map(({ name, status }: { name: string; status: string }) => [name, status])).toEqual([
      ["News: Invented Echo", "running"],
      ["News: Invented Ledger", "running"],
      ["News: Invented Wire", "running"],
    ]);
  });
  const metrics = createMetrics({ process: false });
  world.trading.metrics(metrics);
  const text = await metrics.text();
  expect(text).toContain('tripod_news_sources{state="running"} 3');
  expect(text).toMatch(/tripod_news_articles\{kind="new"\} [1-9]/);
});

test("news of a market are those that name its coin, the most relevant first", async () => {
  const articles = await waitUntil(async () => {
    const { news } = await data("exchangeindex/relevant-news", { symbol: "simalpha-btcusdt" });
    expect(news.length).toBeGreaterThan(0);
    return news as { keywords: string; score: number }[];
  });
  expect(articles.every(({ keywords }) => keywords.split(",").includes("bitcoin"))).toBe(true);
  const scores = articles.map(({ score }) => score);
  expect(scores).toEqual(scores.toSorted((one, other) => other - one));
});

test("news of a market at a moment are those from before, with tones, and impact for subscribers alone", async () => {
  const ask = async (to: number) =>
    (await data("exchangeindex/relevant-news", { symbol: "simalpha-btcusdt", to: String(to) })).news as {
      time_published: number;
      tone: { tone_name: string }[];
      impact: unknown;
    }[];
  const now = Math.floor(toMillis(world.platform.clock.now()) / 1_000);
  const all = await waitUntil(async () => {
    const found = await ask(now);
    expect(found.length).toBeGreaterThan(1);
    return found;
  });
  const oldest = Math.min(...all.map((each) => each.time_published));
  const before = await ask(oldest);
  expect(before.length).toBeGreaterThan(0);
  expect(before.every((each) => each.time_published <= oldest)).toBe(true);
  expect(all.every(({ impact }) => JSON.stringify(impact) === '{"status":"subscription required","data":[]}')).toBe(
    true,
  );
  expect(all.some(({ tone }) => tone.length > 0)).toBe(true);
  expect(await ask(0)).toEqual([]);
});

test("articles are to be measured at the markets that are followed", async () => {
  const rows = await world.platform.db.query<{ codes: string[] }>({
    name: "test.codes",
    text: "select codes from trading.news_articles where impact_at is not null limit 1",
  });
  // Those of exchanges that were connected when the article was first read.
  expect(rows[0]?.codes).toEqual(expect.arrayContaining([expect.stringMatching(/^sim[a-z]+-btcusd/)]));
});

test("what is invented follows from the clock alone, so that all processes tell the same", () => {
  const first = inventedItems(1, 3, 1_800_000_000_000, 20);
  expect(inventedItems(1, 3, 1_800_000_000_000, 20)).toEqual(first);
  expect(inventedItems(1, 3, 1_800_000_000_000 + 180_000, 20).slice(1)).toEqual(first.slice(0, 19));
  expect(first.every(({ title }) => title.startsWith("[Invented] "))).toBe(true);
});
