/** Feeds and sites that mean harm, over real HTTP on loopback. */
import { afterAll, describe, expect, test } from "vitest";
import { outbound } from "../../../kit/outbound/outbound.ts";
import { systemClock } from "../../../kit/time/clock.ts";
import { loopbackServer, type Handler } from "../../../../test/support/loopback-server.ts";
import { prepareArticle } from "../core/article.ts";
import { FeedParser, MAX_ITEMS } from "./feed-parser.ts";
import { PoliteFetch, type Validators } from "./polite-fetch.ts";

const clock = systemClock();
const parser = new FeedParser();
const handlers = new Map<string, Handler>();
const server = await loopbackServer((request, response) => {
  const handler = handlers.get(request.path);
  if (handler) handler(request, response);
  else response.writeHead(404).end();
});
const { host } = new URL(server.url);
const http = outbound({ allowPrivate: [host], userAgent: "Tripod-trading/1.0 (+test)", clock });
const unknown: Validators = { etag: undefined, lastModified: undefined };
const signal = new AbortController().signal;

afterAll(async () => {
  await http.close();
  await parser.close();
  await server.close();
});

const fetch = (path: string, known = unknown) =>
  new PoliteFetch({ http, clock }).fetch(`${server.url}${path}`, known, signal);
const rss = (items: string) =>
  `<?xml version="1.0"?><rss version="2.0"><channel><title>T</title><link>https://e.com</link><description>d</description>${items}</channel></rss>`;
const item = (title: string, link = "https://e.com/1") => `<item><title>${title}</title><link>${link}</link></item>`;

describe("a guest", () => {
  test("asks only for what has changed, and says who it is", async () => {
    handlers.set("/feed", ({ headers }, response) => {
      if (headers["if-none-match"] === '"1"') response.writeHead(304).end();
      else
        response
          .writeHead(200, { etag: '"1"', "last-modified": "Fri, 02 Jan 2026 12:00:00 GMT" })
          .end(rss(item("One")));
    });
    const first = await fetch("/feed");
    expect(first).toMatchObject({
      kind: "fresh",
      validators: { etag: '"1"', lastModified: "Fri, 02 Jan 2026 12:00:00 GMT" },
    });
    expect(await fetch("/feed", first.kind === "fresh" ? first.validators : unknown)).toEqual({ kind: "same" });
    const last = server.seen.at(-1)?.headers;
    expect(last).toMatchObject({
      "user-agent": "Tripod-trading/1.0 (+test)",
      "if-modified-since": "Fri, 02 Jan 2026 12:00:00 GMT",
    });
  });

  test("keeps to robots.txt, and asks for it once", async () => {
    handlers.set("/robots.txt", (_, response) => response.end("User-agent: *\nDisallow: /private"));
    handlers.set("/private/feed", (_, response) => response.end(rss(item("One"))));
    const guest = new PoliteFetch({ http, clock });
    const before = server.seen.length;
    for (let look = 0; look < 2; look++) {
      expect(await guest.fetch(`${server.url}/private/feed`, unknown, signal)).toMatchObject({
        kind: "failed",
        problem: expect.stringContaining("robots.txt"),
      });
    }
    expect(server.seen.slice(before).map(({ path }) => path)).toEqual(["/robots.txt"]);
    handlers.delete("/robots.txt");
  });

  test("stays out while robots.txt cannot be read", async () => {
    handlers.set("/robots.txt", (_, response) => response.writeHead(503).end());
    expect(await fetch("/feed")).toMatchObject({ kind: "failed", problem: expect.stringContaining("503") });
    handlers.delete("/robots.txt");
  });

  test("waits as long as the site says", async () => {
    handlers.set("/busy", (_, response) => response.writeHead(429, { "retry-after": "120" }).end());
    expect(await fetch("/busy")).toEqual({
      kind: "failed",
      problem: "The site answered with status 429.",
      waitMs: 120_000,
    });
  });
});

describe("a site that means harm is left, and says why:", () => {
  test("100 MB, with and without a length, and packed small", async () => {
    const chunk = Buffer.alloc(1024 * 1024, "a");
    handlers.set("/long", (_, response) => {
      response.writeHead(200, { "content-length": 100 * 1024 * 1024 });
      response.write(chunk);
    });
    handlers.set("/endless", (_, response) => {
      const more = (): void => {
        while (response.write(chunk)) if (response.destroyed) return;
      };
      response.on("drain", more).on("error", () => undefined);
      more();
    });
    for (const path of ["/long", "/endless"]) {
      expect(await fetch(path)).toMatchObject({ kind: "failed", problem: expect.stringMatching(/larger/) });
    }
  });

  test("a redirect to a private address, and one in circles", async () => {
    handlers.set("/inward", (_, response) => response.writeHead(302, { location: "http://10.0.0.1/feed" }).end());
    handlers.set("/metadata", (_, response) => response.writeHead(302, { location: "http://169.254.169.254/" }).end());
    handlers.set("/circle", (_, response) => response.writeHead(302, { location: "/circle" }).end());
    for (const path of ["/inward", "/metadata", "/circle"]) {
      const fetched = await fetch(path);
      expect(fetched.kind).toBe("failed");
      expect(JSON.stringify(fetched)).not.toContain("10.0.0.1");
    }
  });

  test("headers that are meant to be sent back are not, where they are long", async () => {
    handlers.set("/etag", (_, response) => response.writeHead(200, { etag: `"${"e".repeat(900)}"` }).end(rss("")));
    expect(await fetch("/etag")).toMatchObject({ kind: "fresh", validators: { etag: undefined } });
  });
});

describe("a document that means harm", () => {
  const lines = Array.from({ length: 10 }, (_, at) => `<!ENTITY l${at} "${`&l${at - 1};`.repeat(10)}">`).join("");
  test.each([
    [
      "entities in entities",
      `<?xml version="1.0"?><!DOCTYPE r [<!ENTITY l "lol">${lines}]>${rss(item("&l9;"))}`,
      /entities/,
    ],
    [
      "an entity from elsewhere",
      `<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]>${rss(item("&x;"))}`,
      /entities/,
    ],
    ["a million elements in each other", `<rss version="2.0">${"<a>".repeat(1_000_000)}`, /deep/],
    ["HTML", "<!doctype html><html><body>Not found</body></html>", /./],
    ["nothing", "", /./],
    ["bytes", "\u0000\u0001\ufffd".repeat(1_000), /./],
    ["half a feed", "<rss version='2.0'><channel><item><title>One", /./],
  ])("is refused, or gives no articles: %s", async (_, text, reason) => {
    const parsed = await parser.parse(text, "rss").catch((error: unknown) => error as Error);
    if (parsed instanceof Error) expect(parsed.message).toMatch(reason);
    else
      expect(parsed.flatMap((each) => prepareArticle(each, { url: "https://e.com", language: "en" }, 0) ?? [])).toEqual(
        [],
      );
  });

  test("a hundred thousand items are cut, and the thread lives on", async () => {
    const items = await parser.parse(rss(item("Word").repeat(50_000)), "rss");
    expect(items).toHaveLength(MAX_ITEMS);
    expect(await parser.parse(rss(item("One")), "rss")).toMatchObject([{ title: "One", url: "https://e.com/1" }]);
  });

  test("an author's name that goes on and on is cut once, for all items of the feed", async () => {
    const author = { name: "<svg></svg>".repeat(2_000) };
    const items = [{ id: "1" }, { id: "2", authors: [author] }];
    const feed = { version: "https://jsonfeed.org/version/1.1", title: "T", authors: [author], items };
    const read = await parser.parse(JSON.stringify(feed), "json");
    expect(read.map((each) => each.author?.length)).toEqual([1_000, 1_000]);
  });

  test("scripts in titles come out as nothing", async () => {
    const title = "&lt;img src=x onerror=alert(1)&gt;Hello &lt;script&gt;alert(1)&lt;/script&gt;";
    const [first] = await parser.parse(rss(item(title)), "rss");
    expect(first && prepareArticle(first, { url: "https://e.com", language: "en" }, 0)?.title).toBe("Hello");
  });
});

describe("what is wanted of a feed is read from", () => {
  test.each([
    [
      "atom",
      `<feed xmlns="http://www.w3.org/2005/Atom"><title>T</title><id>x</id><updated>2026-01-02T12:00:00Z</updated><entry><id>1</id><title type="html">One &amp;amp; two</title><link href="https://e.com/1"/><updated>2026-01-02T12:00:00Z</updated><author><name>Ada</name></author></entry></feed>`,
    ],
    [
      "json",
      JSON.stringify({
        version: "https://jsonfeed.org/version/1.1",
        title: "T",
        items: [
          {
            id: "1",
            url: "https://e.com/1",
            title: "One & two",
            date_published: "2026-01-02T12:00:00Z",
            authors: [{ name: "Ada" }],
          },
        ],
      }),
    ],
    [
      "rss",
      rss(
        `<item><title><![CDATA[One & two]]></title><link>https://e.com/1</link><pubDate>Fri, 02 Jan 2026 12:00:00 GMT</pubDate><dc:creator xmlns:dc="http://purl.org/dc/elements/1.1/">Ada</dc:creator></item>`,
      ),
    ],
  ] as const)("%s", async (kind, text) => {
    const [first] = await parser.parse(text, kind);
    const article = first && prepareArticle(first, { url: "https://e.com", language: "en" }, Date.UTC(2026, 0, 3));
    expect(article).toMatchObject({
      title: "One & two",
      url: "https://e.com/1",
      author: "Ada",
      publishedMs: Date.UTC(2026, 0, 2, 12),
    });
  });
});
