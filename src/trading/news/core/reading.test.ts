/** How what feeds and sites say is read. */
import { describe, expect, test } from "vitest";
import { HOUR_MS, DAY_MS } from "../../../kit/time/spans.ts";
import { agoText } from "./ago-text.ts";
import { prepareArticle } from "./article.ts";
import { articleTimes, parseFeedDate } from "./article-times.ts";
import { daySpan } from "./day-span.ts";
import { decodeBody } from "./decode-body.ts";
import { nextInterval } from "./feed-interval.ts";
import { languageOf } from "./language.ts";
import { readSitemap } from "./read-sitemap.ts";
import { forbidsSnippets, isAllowed, parseRobots } from "./robots.ts";

const NOON = Date.UTC(2026, 0, 2, 12);

describe("a date of a feed", () => {
  test.each([
    ["Fri, 02 Jan 2026 12:00:00 GMT", NOON],
    ["Fri, 02 Jan 2026 07:00:00 EST", NOON],
    ["2026-01-02T12:00:00Z", NOON],
    ["2026-01-02T13:00:00+01:00", NOON],
    ["2026-01-02 12:00:00", NOON],
    ["2026-01-02T12:00:00", NOON],
    ["2 Jan 2026 12:00:00", NOON],
    ["Fri, 02 Jan 2026 13:00:00 CET", NOON],
    ["Fri, 02 Jan 2026 14:00:00 cest", NOON],
    ["Fri, 02 Jan 2026 21:00:00 JST", NOON],
    ["2026-01-02 13:00:00 CET", NOON],
    ["2026-01-02 07:00:00 EST", NOON],
    ["2026-01-02T07:00:00 EST", NOON],
    ["2026-01-02 12:00:00 UTC", NOON],
    ["2026-01-02 13:00:00 +0100", NOON],
    ["2026-01-02T13:00:00+0100", NOON],
    ["2026-01-02 13:00:00.000+01:00", NOON],
    ["Fri, 02 Jan 2026 12:00:00 XYZT", undefined],
    ["yesterday", undefined],
    ["", undefined],
    ["9".repeat(100), undefined],
    [undefined, undefined],
  ])("%j", (text, expected) => {
    expect(parseFeedDate(text)).toBe(expected);
  });
});

describe("an article counts from", () => {
  test("its publication, where that is plausible", () => {
    expect(articleTimes(NOON - HOUR_MS, NOON)).toEqual({ publishedMs: NOON - HOUR_MS, impactMs: NOON - HOUR_MS });
  });
  test("its first sight, where it says that it comes from the future, or from before there were feeds", () => {
    const seen = { publishedMs: NOON, impactMs: NOON };
    expect(articleTimes(NOON + 1, NOON)).toEqual(seen);
    expect(articleTimes(0, NOON)).toEqual(seen);
    expect(articleTimes(undefined, NOON)).toEqual(seen);
  });
  test("nothing, where it was old when it was first seen", () => {
    expect(articleTimes(NOON - DAY_MS - 1, NOON)).toEqual({ publishedMs: NOON - DAY_MS - 1, impactMs: undefined });
  });
});

test.each([
  ["2020-07-01", Date.UTC(2020, 6, 1)],
  ["2020-7-1", Date.UTC(2020, 6, 1)],
  ["2021-02-29", undefined],
  ["0000-01-01", undefined],
  ["20200701", undefined],
])("the day %s", (text, fromMs) => {
  expect(daySpan(text)?.fromMs).toBe(fromMs);
});

describe("the text of an answer", () => {
  const latin = Buffer.from("<?xml version='1.0' encoding='ISO-8859-1'?><a>Zürich</a>", "latin1");
  test("is decoded by its mark, the header, or its own word", () => {
    expect(decodeBody(latin, "text/xml")).toContain("Zürich");
    expect(decodeBody(Buffer.from("Zürich", "latin1"), "text/xml; charset=iso-8859-1")).toBe("Zürich");
    expect(decodeBody(Buffer.from("\ufeffZürich", "utf16le"), "text/xml; charset=utf-8")).toBe("Zürich");
    const page = Buffer.from('<!doctype html><meta charset="iso-8859-1">Zürich', "latin1");
    expect(decodeBody(page, "text/html")).toContain("Zürich");
  });
  test("costs characters where the name is wrong, and never the feed", () => {
    expect(decodeBody(Buffer.from("Zürich"), "text/xml; charset=klingon")).toBe("Zürich");
    expect(decodeBody(Buffer.from([0x41, 0xff, 0x42]), "text/xml; charset=utf-8")).toBe("A\ufffdB");
  });
});

test("a feed is asked more often while it changes, and less often while it does not, within bounds", () => {
  expect(nextInterval(400, 120, true)).toBe(200);
  expect(nextInterval(200, 120, true)).toBe(120);
  expect(nextInterval(400, 120, false)).toBe(500);
  expect(nextInterval(10_000, 120, false)).toBe(960);
  expect(nextInterval(7_200, 7_200, false)).toBe(7_200);
});

describe("the language of a headline", () => {
  test.each([
    ["Bitcoin falls as the market waits for inflation data", "en", "en"],
    ["Bitcoin fällt, weil der Markt auf die Inflation wartet", "en", "de"],
    ["Le bitcoin chute après la décision de la Fed sur les taux", "en", "fr"],
    ["ビットコインが急落", "en", "ja"],
    ["比特币价格下跌", "en", "zh"],
    ["Биткоин падает", "en", "ru"],
    ["Bitcoin Ethereum Solana", "de", "de"],
    ["42", "en", "en"],
  ])("%s", (text, ofSource, expected) => {
    expect(languageOf(text, ofSource)).toBe(expected);
  });
});

describe("robots.txt", () => {
  const rules = (text: string) => parseRobots(text, "tripod-trading");
  test("of a group that names us counts, and else that of all", () => {
    const text =
      "User-agent: *\nDisallow: /\n\nUser-agent: Other\nUser-agent: Tripod-Trading\nDisallow: /private # here\nAllow: /private/feed";
    expect(["/feed", "/private/x", "/private/feed.xml"].map((path) => isAllowed(rules(text), path))).toEqual([
      true,
      false,
      true,
    ]);
    expect(isAllowed(parseRobots(text, "somebody"), "/feed")).toBe(false);
  });
  test.each([
    ["Disallow:", "/feed", true],
    ["Disallow: /*.xml$", "/a/feed.xml", false],
    ["Disallow: /*.xml$", "/a/feed.xml?x", true],
    ["Disallow: /a*b*c", "/a-b-x-c-d", false],
    ["Disallow: /a$", "/ab", true],
    ["Allow: /f\nDisallow: /f", "/feed", true],
    ["<html>not found</html>", "/feed", true],
  ])("%j lets %s pass: %s", (lines, path, expected) => {
    expect(isAllowed(rules(`User-agent: *\n${lines}`), path)).toBe(expected);
  });
  test("of many stars is read at once", () => {
    expect(isAllowed(rules(`User-agent: *\nDisallow: /${"*a".repeat(200)}$`), `/${"a".repeat(5_000)}b`)).toBe(true);
  });
});

test.each([
  ["noindex, NOSNIPPET", true],
  ["max-snippet: 0", true],
  ["none", true],
  ["index, follow, max-snippet:-1, max-image-preview:none", false],
  ["other-robot: nosnippet", false],
  [undefined, false],
])("a page's directives for robots, %j, forbid to show its text: %s", (rules, expected) => {
  expect(forbidsSnippets(rules)).toBe(expected);
});

test("a sitemap gives its news, and no pages", () => {
  const text = `<urlset><url><loc>https://e.com/1</loc><news:news><news:publication_date>2026-01-02</news:publication_date>
    <news:title><![CDATA[One & two]]></news:title></news:news></url><url><loc>https://e.com/about</loc></url>`;
  expect(readSitemap(text, 10)).toEqual([
    { url: "https://e.com/1", title: "One & two", published: "2026-01-02", language: "" },
  ]);
});

describe("an item becomes an article", () => {
  const source = { url: "https://example.com/feed", language: "en" };
  const item = {
    title: "A <b>title</b>",
    url: "/a?utm_source=x",
    summary: "x".repeat(2_000),
    published: undefined,
    author: "Ada",
    image: "javascript:1",
    language: "en-US",
  };
  test("plain, short and with a whole address", () => {
    const article = prepareArticle(item, source, NOON);
    expect(article).toMatchObject({
      title: "A title",
      url: "https://example.com/a",
      domain: "example.com",
      image: "",
      language: "en",
      author: "Ada",
    });
    expect(article?.brief.length).toBe(300);
  });
  test.each([
    ["without a title", { ...item, title: "<p></p>" }],
    ["without an address", { ...item, url: undefined }],
    ["with a script for an address", { ...item, url: "javascript:alert(1)" }],
  ])("but not one %s", (_, wrong) => {
    expect(prepareArticle(wrong, source, NOON)).toBeUndefined();
  });
});

test.each([
  [0, "just now"],
  [60_000, "1 minute ago"],
  [2 * HOUR_MS, "2 hours ago"],
  [3 * DAY_MS, "3 days ago"],
])("%i ms ago is %s", (ms, text) => {
  expect(agoText(ms)).toBe(text);
});
