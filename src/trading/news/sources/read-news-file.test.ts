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

const FEED = "url: https://x.example/feed";
const KEYWORD = "kind: coin, words: [our coin]";

test.each([
  ["feeds: [", "news.yaml:1:9: this line is indented differently from the lines it belongs to"],
  ["- a list", "news.yaml:1:1: the file must hold names and their values, such as `feeds:`"],
  ["sources: []", "news.yaml:1:1: sources is not known here"],
  ["feed:\n  - { name: A }", "news.yaml:1:1: feed is not known here; did you mean feeds?"],
  [`feeds: { name: A, ${FEED} }`, "news.yaml:1:8: feeds must be a list: lines that begin with `- `"],
  [
    "feeds:\n  - https://x.example/feed",
    "news.yaml:2:5: feeds[#1] must hold names and their values, beginning with `- name: Our Wire`",
  ],
  [
    `feeds:\n  - { ${FEED} }`,
    "news.yaml:2:5: feeds[#1].name is missing; it must be a name of 1 to 100 characters on one line that does not begin with a comma",
  ],
  [
    `feeds:\n  - { name: A, ${FEED}, intervall: 60 }`,
    "news.yaml:2:45: feeds[#1].intervall is not known here; did you mean interval?",
  ],
  [
    `feeds:\n  - { name: A, ${FEED}, interval: 1 }`,
    "news.yaml:2:55: feeds[#1].interval must be a whole number from 30 to 86400, such as 300",
  ],
  [
    `feeds:\n  - { name: A, ${FEED}, weight: 11 }`,
    "news.yaml:2:53: feeds[#1].weight must be a number from 0 to 10, such as 1.5",
  ],
  [
    `feeds:\n  - { name: A, ${FEED}, weight: heavy }`,
    "news.yaml:2:53: feeds[#1].weight must be a number from 0 to 10, such as 1.5",
  ],
  [
    `feeds:\n  - { name: A, ${FEED}, kind: rrs }`,
    "news.yaml:2:51: feeds[#1].kind must be rss or atom or json or sitemap; did you mean rss?",
  ],
  [
    `feeds:\n  - { name: A, ${FEED}, language: English }`,
    "news.yaml:2:55: feeds[#1].language must be a language in two small letters, such as en",
  ],
  [
    `feeds:\n  - { name: A, ${FEED}, read_articles: perhaps }`,
    "news.yaml:2:60: feeds[#1].read_articles must be true or false",
  ],
  [
    "feeds:\n  - { name: A, url: 'ftp://x.example' }",
    "news.yaml:2:21: feeds[#1].url must be a web address of up to 1000 characters, such as https://example.com/feed.xml",
  ],
  [
    "feeds:\n  - name: A\n    url: https://example.com:80800/feed",
    "news.yaml:3:10: feeds[#1].url is not a web address: check its host and its port",
  ],
  [
    `feeds:\n  - { name: A, ${FEED} }\n  - { name: B, url: 'https://{host}/feed' }`,
    "news.yaml:3:21: feeds[#2].url is not a web address: check its host and its port",
  ],
  [
    "feeds:\n  - { name: A, url: 'https://exa^mple.com/feed' }",
    "news.yaml:2:21: feeds[#1].url is not a web address: check its host and its port",
  ],
  [
    `feeds:\n  - { name: A, ${FEED} }\n  - { name: A, ${FEED} }`,
    "news.yaml:3:13: feeds[#2].name is there twice, here and at line 2; keep one",
  ],
  [
    `keywords:\n  - { id: Our Coin, ${KEYWORD} }`,
    "news.yaml:2:11: keywords[#1].id must be 1 to 60 small letters, digits and -, such as our-coin",
  ],
  [
    `keywords:\n  - { id: a, ${KEYWORD} }\n  - { id: a, ${KEYWORD} }`,
    "news.yaml:3:11: keywords[#2].id is there twice, here and at line 2; keep one",
  ],
  [
    `keywords:\n  - { id: a, ${KEYWORD}, currency: our }`,
    "news.yaml:2:55: keywords[#1].currency must be 1 to 20 capital letters and digits, such as BTC",
  ],
  [
    "keywords:\n  - { id: a, kind: coin, words: [] }",
    "news.yaml:2:33: keywords[#1].words is empty; name at least one word",
  ],
  [
    "keywords:\n  - { id: a, kind: coin, words: our coin }",
    "news.yaml:2:33: keywords[#1].words must be a list: lines that begin with `- `",
  ],
])("%j is refused, with what is wrong and where", (text, problem) => {
  expect(problemOf(text)).toBe(`The file of news sources news.yaml cannot be used:\n  ${problem}`);
});

test("everything that is wrong is named at once, in the order of the lines", () => {
  const text = `feeds:
  - { name: A, ${FEED}, interval: 5 }
  - { name: A, url: nowhere }
keywords: none`;
  expect(problemOf(text).split("\n").slice(1)).toEqual([
    "  news.yaml:2:55: feeds[#1].interval must be a whole number from 30 to 86400, such as 300",
    "  news.yaml:3:13: feeds[#2].name is there twice, here and at line 2; keep one",
    "  news.yaml:3:21: feeds[#2].url must be a web address of up to 1000 characters, such as https://example.com/feed.xml",
    "  news.yaml:4:11: keywords must be a list: lines that begin with `- `",
  ]);
});

test("numbers and yes or no may be written as in environment variables, and kinds in any case", () => {
  const { sources } = parseNewsFile(
    `starting_list: no\nfeeds:\n  - { name: 24, ${FEED}, kind: ATOM, interval: "60", weight: .5, read_articles: yes }`,
    "news.yaml",
  );
  expect(sources).toEqual([
    {
      name: "24",
      url: "https://x.example/feed",
      kind: "atom",
      language: "en",
      intervalSeconds: 60,
      weight: 0.5,
      readsArticles: true,
    },
  ]);
});

test("the starting lists have every name once, and at least 30 feeds", () => {
  const { sources, watchlist } = STARTING_PLAN;
  expect(new Set(sources.map(({ name }) => name)).size).toBe(sources.length);
  expect(sources.length).toBeGreaterThanOrEqual(30);
  expect(sources.every(({ url }) => URL.canParse(url) && url.startsWith("https://"))).toBe(true);
  expect(new Set(watchlist.map(({ id }) => id)).size).toBe(watchlist.length);
});
