import { describe, expect, test } from "vitest";
import { canonicalUrl } from "./canonical-url.ts";

const keyOf = (text: string) => canonicalUrl(text)?.key;

describe("two addresses are one article", () => {
  test.each([
    ["https://example.com/a", "http://www.example.com/a/"],
    ["https://example.com/a", "https://example.com/a?utm_source=rss&utm_medium=feed#top"],
    ["https://example.com/a?b=1&c=2", "https://example.com/a?c=2&fbclid=x&b=1"],
    ["https://example.com/a", "https://EXAMPLE.com:443/a"],
  ])("%s and %s", (one, other) => {
    expect(keyOf(one)).toBe(keyOf(other));
    expect(keyOf(one)).toBeDefined();
  });

  test.each([
    ["https://example.com/a", "https://example.com/b"],
    ["https://example.com/a?id=1", "https://example.com/a?id=2"],
    ["https://example.com/a", "https://news.example.com/a"],
    ["https://example.com/a", "https://example.com:8443/a"],
  ])("but not %s and %s", (one, other) => {
    expect(keyOf(one)).not.toBe(keyOf(other));
  });
});

test.each([
  "javascript:alert(1)",
  "ftp://example.com/a",
  "https://user:pass@example.com/",
  "",
  "a b",
  `https://e.com/${"x".repeat(2_000)}`,
])("%j is not an article's address", (text) => {
  expect(canonicalUrl(text)).toBeUndefined();
});

test("an address that is not whole is read from where the feed is", () => {
  expect(canonicalUrl("/news/1", "https://example.com/feed.xml")?.url).toBe("https://example.com/news/1");
});
