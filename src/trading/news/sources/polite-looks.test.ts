/** When a source is looked at again, and what is reported of one that does not answer. */
import { afterAll, afterEach, expect, test } from "vitest";
import { outbound } from "../../../kit/outbound/outbound.ts";
import { createMetrics } from "../../../kit/metrics/metrics.ts";
import { acquireLease } from "../../../kit/sql/lease.ts";
import { toMillis } from "../../../kit/time/instant.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../kit/time/spans.ts";
import { testDatabase } from "../../../../test/support/database.ts";
import { renderFeed } from "../../../../test/support/feed-farm/render-feed.ts";
import { loopbackServer, type Handler } from "../../../../test/support/loopback-server.ts";
import { manualClock } from "../../../../test/support/manual-clock.ts";
import { feedHealth } from "../feed-health.ts";
import { newsMetrics } from "../news-metrics.ts";
import { newsAgent } from "../settings.ts";
import { feedStore } from "../sql/news-store.ts";
import type { FeedState } from "../store.ts";
import { FeedParser } from "./feed-parser.ts";
import { KeywordFinder } from "./find-keywords.ts";
import { PoliteFetch } from "./polite-fetch.ts";
import { FeedReader, type LookResult } from "./read-feed.ts";
import type { FeedKind, NewsSource } from "./source.ts";

const { db } = await testDatabase({ rooms: ["kit", "trading"] });
const store = feedStore(db);
const clock = manualClock();
const answers = new Map<string, Handler>();
const server = await loopbackServer((request, response) => {
  const answer = answers.get(request.path);
  if (answer) answer(request, response);
  else response.writeHead(404).end();
});
const http = outbound({ allowPrivate: ["127.0.0.1"], userAgent: newsAgent("mailto:ops@example.com"), clock });
const parser = new FeedParser();
const fetcher = new PoliteFetch({ http, clock });
const keywords = new KeywordFinder([], store);
const reader = new FeedReader({ store, fetcher, parser, keywords, codesFor: () => [], clock, chance: () => 1 });
const lease = await acquireLease(db, { name: "test", owner: "test", ttlMs: 600_000 });

afterEach(() => answers.clear());
afterAll(async () => {
  await http.close();
  await parser.close();
  await server.close();
});

function sourceOf(name: string, kind: FeedKind = "rss"): NewsSource {
  return { name, url: `${server.url}/${name}`, kind, language: "en", intervalSeconds: 300, weight: 1 };
}

async function stateOf(source: NewsSource): Promise<FeedState> {
  await store.installFeeds([source], clock.now());
  const [state] = await store.listFeeds();
  if (!state) throw new Error(`no feed ${source.name}`);
  return state;
}

/** One look, and in how many milliseconds the next one is due. */
async function look(source: NewsSource): Promise<LookResult & { readonly waitMs: number }> {
  if (!lease) throw new Error("no lease");
  const turn = { lease, signal: new AbortController().signal, siteFeeds: [source.name, "other"] };
  const result = await reader.look(source, await stateOf(source), turn);
  return { ...result, waitMs: toMillis(result.look.nextAt) - toMillis(clock.now()) };
}

const shown = (kind: FeedKind, count: number, site = "e.com"): string =>
  renderFeed(
    kind,
    "T",
    Array.from({ length: count }, (_, at) => ({
      url: `https://${site}/${kind}/${at}`,
      title: `Story${at} of ${kind}`,
      atMs: toMillis(clock.now()),
    })),
  );

test("a source that fails is asked again after twice as long each time, up to six hours", async () => {
  answers.set("/failing", (_, response) => response.writeHead(500).end());
  const waits: number[] = [];
  for (let failure = 0; failure < 12; failure++) {
    const { waitMs } = await look(sourceOf("failing"));
    waits.push(waitMs / MINUTE_MS);
    await clock.advance(waitMs);
  }
  expect(waits).toEqual([5, 5, 5, 8, 16, 32, 64, 128, 256, 360, 360, 360]);
  const health = feedHealth(await stateOf(sourceOf("failing")));
  const metrics = createMetrics({ process: false });
  newsMetrics(
    metrics,
    async () => [health],
    () => undefined,
  );
  expect(await metrics.text()).toContain('tripod_news_sources{state="failing"} 1');
  expect(health).toMatchObject({
    state: "failing",
    problem: "The site answered with status 500. (12 times in a row)",
  });
  answers.set("/failing", (_, response) => response.end(shown("rss", 1)));
  expect((await look(sourceOf("failing"))).look).toMatchObject({ failures: 0, problem: undefined, added: 1 });
  expect(feedHealth(await stateOf(sourceOf("failing")))).toMatchObject({ state: "running", problem: "" });
});

test("a source that asks to wait is not asked sooner, also where it says so for robots.txt", async () => {
  answers.set("/busy", (_, response) => response.writeHead(429, { "retry-after": "7200" }).end());
  const busy = await look(sourceOf("busy"));
  expect([busy.waitMs, busy.quietUntil]).toEqual([2 * HOUR_MS, busy.look.nextAt]);
  await clock.advance(DAY_MS + 1);
  answers.set("/robots.txt", (_, response) => response.writeHead(503, { "retry-after": "10800" }).end());
  expect((await look(sourceOf("busy"))).waitMs).toBe(3 * HOUR_MS);
  await clock.advance(MINUTE_MS * 10);
});

test("a quiet feed is asked less and less often, and one that changes more often again", async () => {
  answers.set("/steady", ({ headers }, response) => {
    if (headers["if-none-match"] === '"1"') response.writeHead(304).end();
    else response.writeHead(200, { etag: '"1"' }).end(shown("rss", 1));
  });
  expect((await look(sourceOf("steady"))).waitMs).toBe(300_000);
  const waits: number[] = [];
  for (let quiet = 0; quiet < 12; quiet++) waits.push((await look(sourceOf("steady"))).waitMs / 1_000);
  expect(waits.slice(0, 3)).toEqual([375, 469, 586]);
  expect(waits.at(-1)).toBe(2_400);
  answers.set("/steady", (_, response) => response.writeHead(200, { etag: '"2"' }).end(shown("rss", 2)));
  expect((await look(sourceOf("steady"))).waitMs).toBe(1_200_000);
});

test("robots.txt is read again after a day, and what it forbids then is not asked", async () => {
  answers.set("/daily", (_, response) => response.end(shown("rss", 1)));
  expect((await look(sourceOf("daily"))).look.failures).toBe(0);
  answers.set("/robots.txt", (_, response) => response.end("User-agent: tripod-trading\nDisallow: /"));
  expect((await look(sourceOf("daily"))).look.failures).toBe(0);
  await clock.advance(DAY_MS + 1);
  const before = server.seen.length;
  expect((await look(sourceOf("daily"))).look.problem).toBe("robots.txt of the site forbids this address.");
  expect(server.seen.slice(before).map(({ path }) => path)).toEqual(["/robots.txt"]);
  answers.clear();
  await clock.advance(DAY_MS + 1);
});

test.each(["rss", "atom", "json", "sitemap"] as const)("a feed of the kind %s is stored", async (kind) => {
  answers.set(`/of-${kind}`, (_, response) => response.end(shown(kind, 3, "kinds.example")));
  const { look: first, counts } = await look(sourceOf(`of-${kind}`, kind));
  expect([first.problem, counts]).toEqual([undefined, { added: 3, echoes: 0, edited: 0, refused: 0 }]);
  expect((await look(sourceOf(`of-${kind}`, kind))).counts).toEqual({ added: 0, echoes: 0, edited: 0, refused: 0 });
});

test.each(["rss", "atom", "json", "sitemap"] as const)(
  "a feed of the kind %s that is cut off is not a feed",
  async (kind) => {
    const whole = shown(kind, 20);
    answers.set(`/cut-${kind}`, (_, response) =>
      response.writeHead(200, { etag: '"1"' }).end(whole.slice(0, whole.length / 2)),
    );
    const cut = await look(sourceOf(`cut-${kind}`, kind));
    expect([cut.look.failures, cut.counts.added, cut.look.etag]).toEqual([1, 0, undefined]);
  },
);

test("a site can see whom to contact", async () => {
  answers.set("/agent", (_, response) => response.end(shown("rss", 1)));
  await look(sourceOf("agent"));
  expect(server.seen.at(-1)?.headers["user-agent"]).toBe("Tripod-trading/1.0 (+mailto:ops@example.com)");
});
