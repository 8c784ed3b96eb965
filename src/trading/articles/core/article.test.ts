import { describe, expect, test } from "vitest";
import { fromMillis, utcDay, type Instant } from "../../../kit/time/instant.ts";
import { articleState } from "./article.ts";
import { shortTexts, tidyLine } from "./article-texts.ts";
import { monthOf } from "./calendar.ts";
import { earningsOf } from "./earnings.ts";
import { imageKind } from "./image-kind.ts";

const NOW = fromMillis(1_700_000_000_000);
const earlier = (NOW - 1) as Instant;
const later = (NOW + 1) as Instant;
const rejection = { at: earlier, reason: "No" };

describe("an article", () => {
  test.each([
    [{ isDraft: false, publishAt: earlier, rejection: null }, "published"],
    [{ isDraft: false, publishAt: NOW, rejection: null }, "published"],
    [{ isDraft: false, publishAt: later, rejection: null }, "scheduled"],
    [{ isDraft: true, publishAt: earlier, rejection: null }, "draft"],
    [{ isDraft: true, publishAt: earlier, rejection }, "rejected"],
    [{ isDraft: false, publishAt: later, rejection }, "rejected"],
  ])("with %j is %s", (article, state) => {
    expect(articleState(article, NOW)).toBe(state);
  });
});

describe("texts of an article", () => {
  test("are as long as what is written in them, not as their spaces", () => {
    expect(tidyLine("  A\ttitle \n of\u0007 words ")).toBe("A title of words");
    const texts = { title: "t".repeat(18), brief: "b".repeat(30), body: "x".repeat(300) };
    expect(shortTexts(texts)).toEqual([]);
    expect(shortTexts({ title: "t".repeat(17), brief: "b".repeat(29), body: "x".repeat(299) })).toEqual([
      "title minimum length 18",
      "brief minimum length 30",
      "body minimum length 300",
    ]);
  });
});

describe("earnings", () => {
  test.each([
    [0, 0n],
    [1, 200_000n],
    [999, 199_800_000n],
    [1_000, 200_000_000n],
    [123_456, 24_691_200_000n],
  ])("of %i views are %i units", (views, units) => {
    expect(earningsOf(views, { currency: "USD", perThousand: 200_000_000n })).toBe(units);
  });

  test("are rounded down to a unit", () => {
    expect(earningsOf(3, { currency: "USD", perThousand: 999n })).toBe(2n);
  });
});

test("a day and a month are those of UTC", () => {
  const at = fromMillis(Date.UTC(2026, 2, 31, 23, 59, 59, 999));
  expect([utcDay(at), monthOf(at)]).toEqual(["2026-03-31", "2026-03-01"]);
  expect(utcDay((at + 1_000) as Instant)).toBe("2026-04-01");
});

test.each(["", "<svg", "BM", "\x89PNG", "RIFF0000WAVE", "0000ftypisom"])("%j is not an image", (text) => {
  expect(imageKind(Buffer.from(text, "latin1"))).toBeUndefined();
});
