import { afterAll, expect, test } from "vitest";
import { systemClock } from "../../kit/time/clock.ts";
import { examineSources } from "./examine-sources.ts";
import { openInventedFeeds } from "./sources/invented-feeds.ts";
import type { NewsSource } from "./sources/source.ts";

const clock = systemClock();
const feeds = await openInventedFeeds(clock);
afterAll(() => feeds.close());

test("each source is listed with what it gives, or with its problem", async () => {
  const [first] = feeds.sources;
  const absent: NewsSource = { ...first, name: "Absent", url: `http://${feeds.address}/absent.xml` } as NewsSource;
  const inward: NewsSource = { ...absent, name: "Inward", url: "http://10.0.0.1/feed" };
  const options = { clock, contact: "", allowPrivate: [feeds.address], signal: new AbortController().signal };
  const reports = [];
  for await (const report of examineSources([...feeds.sources, absent, inward], options)) reports.push(report);
  expect(reports.slice(0, 3)).toMatchObject([
    { name: "Invented Wire", articles: 20, unusable: 0, problem: undefined },
    { name: "Invented Ledger", articles: 20, problem: undefined },
    { name: "Invented Echo", articles: 18, problem: undefined },
  ]);
  expect(reports.slice(3)).toMatchObject([
    { name: "Absent", articles: 0, problem: "The site answered with status 404." },
    { name: "Inward", articles: 0, problem: expect.stringContaining("robots.txt could not be read.") },
  ]);
});
