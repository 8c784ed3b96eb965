import { expect, test } from "vitest";
import { parseNewsFile, STARTING_PLAN } from "./read-news-file.ts";

const problemOf = (text: string): string => {
  try {
    parseNewsFile(text, "news.yaml");
    return "";
  } catch (error) {
    return error instanceof Error ? error.message : "";
  }
};

test("a file adds to the starting lists, and takes the place of what has its name", () => {
  const { sources, watchlist } = parseNewsFile(
    `feeds:
  - { name: CoinDesk, url: "https://example.com/feed", interval: 60, weight: 3, read_articles: true }
  - { name: Ours, url: "https://example.com/ours", kind: json, language: de }
keywords:
  - { id: our-coin, kind: coin, words: [our coin], currency: OUR }`,
    "news.yaml",
  );
  expect(sources).toHaveLength(STARTING_PLAN.sources.length + 1);
  expect(sources.find(({ name }) => name === "CoinDesk")).toMatchObject({
    intervalSeconds: 60,
    weight: 3,
    readsArticles: true,
  });
  expect(sources.at(-1)).toEqual({
    name: "Ours",
    url: "https://example.com/ours",
    kind: "json",
    language: "de",
    intervalSeconds: 300,
    weight: 1,
    readsArticles: false,
  });
  expect(watchlist.at(-1)).toMatchObject({ id: "our-coin", currency: "OUR" });
});

test.each([
  "http://127.0.0.1:8080/feed",
  "http://[::1]:8080/feed",
  "https://bücher.example/feed?a={b}",
  "http://local_host/",
])("%s is an address", (url) => {
  expect(problemOf(`feeds:\n  - { name: A, url: "${url}" }`)).toBe("");
});

test("the starting lists can be left out", () => {
  expect(parseNewsFile("starting_list: false\nstarting_keywords: false", "f")).toEqual({ sources: [], watchlist: [] });
  expect(parseNewsFile("", "f")).toEqual(STARTING_PLAN);
});

test.each([
  ["feeds: [", /f:1:|news.yaml:1:/],
  ["feeds:\n  - { name: A, url: 'ftp://x.example' }", /feeds\/0\/url/],
  ["feeds:\n  - { name: A, url: 'https://x.example', interval: 1 }", /feeds\/0\/interval/],
  [
    "feeds:\n  - { name: A, url: 'https://x.example' }\n  - { name: A, url: 'https://y.example' }",
    /"A" stands there twice/,
  ],
  [
    "feeds:\n  - name: A\n    url: https://example.com:80800/feed",
    /news\.yaml:3:10: feeds\/0\/url of "A" is not a web address: check its host and its port/,
  ],
  [
    "feeds:\n  - { name: A, url: 'https://x.example' }\n  - { name: B, url: 'https://{host}/feed' }",
    /news\.yaml:3:\d+: feeds\/1\/url of "B" is not/,
  ],
  ["feeds:\n  - { name: A, url: 'https://exa^mple.com/feed' }", /feeds\/0\/url of "A" is not/],
  ["sources: []", /file/],
  ["- a list", /file/],
])("%j is refused, with what is wrong", (text, reason) => {
  expect(problemOf(text)).toMatch(reason);
});

test("the starting lists have every name once, and at least 30 feeds", () => {
  const { sources, watchlist } = STARTING_PLAN;
  expect(new Set(sources.map(({ name }) => name)).size).toBe(sources.length);
  expect(sources.length).toBeGreaterThanOrEqual(30);
  expect(sources.every(({ url }) => URL.canParse(url) && url.startsWith("https://"))).toBe(true);
  expect(new Set(watchlist.map(({ id }) => id)).size).toBe(watchlist.length);
});
