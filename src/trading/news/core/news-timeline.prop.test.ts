import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { HOUR_MS, MINUTE_MS } from "../../../kit/time/spans.ts";
import { HORIZONS } from "./impact.ts";
import { NewsTimeline, type MeasuredMove, type SeenArticle } from "./news-timeline.ts";

const moment = fc.integer({ min: 0, max: 4 * HOUR_MS });
const article = fc.record({
  seenMs: moment,
  beforeMs: fc.option(fc.nat(2 * HOUR_MS), { nil: undefined }),
  currencies: fc.subarray(["BTC", "ETH"]),
  fear: fc.option(fc.integer({ min: 50, max: 100 }), { nil: undefined }),
  moves: fc.array(
    fc.record({
      seconds: fc.constantFrom(...HORIZONS),
      lateMs: fc.nat(3 * HOUR_MS),
      percent: fc.option(fc.integer({ min: -30, max: 30 }), { nil: null }),
    }),
    { maxLength: 3 },
  ),
});

interface Day {
  readonly articles: readonly SeenArticle[];
  readonly moves: readonly MeasuredMove[];
}

const day: fc.Arbitrary<Day> = fc.array(article, { maxLength: 8 }).map((drawn) => {
  const articles = drawn
    .toSorted((one, other) => one.seenMs - other.seenMs)
    .map(({ seenMs, beforeMs, currencies, fear }, id): SeenArticle => ({
      id,
      seenMs,
      impactMs: beforeMs === undefined ? undefined : seenMs - beforeMs,
      currencies,
      tones: fear === undefined ? [] : [{ tone: "fear", score: fear / 100 }],
    }));
  const moves = drawn
    .toSorted((one, other) => one.seenMs - other.seenMs)
    .flatMap((each, articleId) =>
      each.moves.map(({ seconds, lateMs, percent }) => ({
        articleId,
        seconds,
        measuredMs: each.seenMs + lateMs,
        percents: new Map([["btcusdt", percent]]),
      })),
    );
  return { articles, moves };
});

function timelineOf({ articles, moves }: Day): NewsTimeline {
  const timeline = new NewsTimeline();
  for (const each of articles) timeline.addArticle(each);
  for (const each of moves) timeline.addMove(each);
  return timeline;
}

/** The obvious version. */
function naiveTone({ articles }: Day, nowMs: number): number {
  const counted = articles.filter(
    ({ seenMs, currencies }) => currencies.includes("BTC") && seenMs <= nowMs && nowMs < seenMs + HOUR_MS,
  );
  return Math.max(0, ...counted.flatMap(({ tones }) => tones.map(({ score }) => score)));
}

function naiveImpact({ articles, moves }: Day, nowMs: number): number | undefined {
  const counted = moves.flatMap(({ articleId, seconds, measuredMs, percents }) => {
    const { seenMs, impactMs, currencies } = articles[articleId] as SeenArticle;
    if (impactMs === undefined || !currencies.includes("BTC")) return [];
    const overMs = impactMs + seconds * 1_000;
    const isKnown = seenMs <= nowMs && overMs <= nowMs && measuredMs <= nowMs && nowMs < overMs + HOUR_MS;
    return isKnown ? [percents.get("btcusdt") ?? null] : [];
  });
  const known = counted.filter((each) => each !== null);
  if (counted.length > 0 && known.length === 0) return undefined;
  const [strongest = 0] = known.toSorted((one, other) => Math.abs(other) - Math.abs(one) || other - one);
  return strongest;
}

test("at every moment, asked in any order, a condition reads what the obvious version finds", () => {
  fc.assert(
    fc.property(day, fc.array(moment, { minLength: 1, maxLength: 20 }), (all, asked) => {
      const timeline = timelineOf(all);
      for (const nowMs of asked) {
        expect(timeline.toneAt("BTC", "fear", nowMs)).toBe(naiveTone(all, nowMs));
        expect(timeline.impactAt("BTC", "btcusdt", nowMs)).toBe(naiveImpact(all, nowMs));
      }
    }),
    { numRuns: 1_000 },
  );
});

test("nothing is known beforehand: what is seen or measured later changes no value", () => {
  fc.assert(
    fc.property(day, moment, (all, nowMs) => {
      const until = {
        articles: all.articles.filter(({ seenMs }) => seenMs <= nowMs),
        moves: all.moves.filter(({ measuredMs }) => measuredMs <= nowMs),
      };
      const [whole, past] = [timelineOf(all), timelineOf(until)];
      expect(whole.toneAt("BTC", "fear", nowMs)).toBe(past.toneAt("BTC", "fear", nowMs));
      expect(whole.impactAt("BTC", "btcusdt", nowMs)).toBe(past.impactAt("BTC", "btcusdt", nowMs));
    }),
    { numRuns: 1_000 },
  );
});

describe("what conditions know of the news", () => {
  const seen = (id: number, seenMs: number, more: Partial<SeenArticle> = {}): SeenArticle => ({
    id,
    seenMs,
    impactMs: seenMs,
    currencies: ["BTC"],
    tones: [],
    ...more,
  });

  test("is what an article said at first, also where it is edited later", () => {
    const timeline = new NewsTimeline();
    timeline.addArticle(seen(1, 0, { tones: [{ tone: "joy", score: 0.9 }] }));
    timeline.addArticle(seen(1, 0, { tones: [{ tone: "fear", score: 0.9 }] }));
    expect([timeline.toneAt("BTC", "joy", 1), timeline.toneAt("BTC", "fear", 1)]).toEqual([0.9, 0]);
  });

  test("is forgotten with its articles", () => {
    const timeline = new NewsTimeline();
    timeline.addArticle(seen(1, 0, { tones: [{ tone: "joy", score: 0.9 }] }));
    timeline.addArticle(seen(2, MINUTE_MS));
    timeline.addMove({ articleId: 1, seconds: 120, measuredMs: 0, percents: new Map([["btcusdt", 2]]) });
    timeline.addMove({ articleId: 3, seconds: 120, measuredMs: 0, percents: new Map([["btcusdt", 9]]) });
    timeline.forget(MINUTE_MS);
    expect(timeline.size).toBe(1);
    expect([...timeline.articles()].map(({ id }) => id)).toEqual([2]);
    expect(timeline.impactAt("BTC", "ethusdt", 3 * MINUTE_MS)).toBe(0);
  });
});
