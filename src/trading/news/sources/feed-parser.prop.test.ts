import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { prepareArticle } from "../core/article.ts";
import { FeedParser, FeedUnreadable, MAX_ITEMS } from "./feed-parser.ts";
import type { FeedKind } from "./source.ts";

const parser = new FeedParser();
afterAll(() => parser.close());

const ITEM =
  "<item><title>One &amp; two</title><link>https://e.com/1</link><pubDate>Fri, 02 Jan 2026 12:00:00 GMT</pubDate></item>";
const DOCUMENTS: readonly (readonly [FeedKind, string])[] = [
  [
    "rss",
    `<?xml version="1.0"?><rss version="2.0"><channel><title>T</title><link>https://e.com</link>${ITEM.repeat(3)}</channel></rss>`,
  ],
  [
    "atom",
    '<feed xmlns="http://www.w3.org/2005/Atom"><title>T</title><entry><id>1</id><title type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">One</div></title><link href="https://e.com/1"/></entry></feed>',
  ],
  [
    "json",
    JSON.stringify({
      version: "https://jsonfeed.org/version/1.1",
      title: "T",
      items: [{ id: "1", url: "https://e.com/1", title: "One" }],
    }),
  ],
  [
    "sitemap",
    "<urlset><url><loc>https://e.com/1</loc><news:news><news:title>One</news:title></news:news></url></urlset>",
  ],
];

const piece = fc.constantFrom(
  "<",
  ">",
  "</",
  "/>",
  "<![CDATA[",
  "]]>",
  "<!--",
  "&",
  "&#0;",
  "<script>",
  '"',
  "\\",
  "\u0000",
  "\ud800",
  "\u202e",
  "[",
  "{",
  "null",
  "1e999",
  ITEM,
);
const change = fc.record({
  at: fc.nat(1_000),
  removed: fc.nat(12),
  inserted: fc.oneof(piece, fc.string({ maxLength: 8 })),
  times: fc.integer({ min: 1, max: 40 }),
});

test("a document that was changed anywhere is read, or refused with a reason; what is read is plain text", async () => {
  let read = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...DOCUMENTS),
      fc.array(change, { minLength: 1, maxLength: 4 }),
      async ([kind, document], changes) => {
        let text = document;
        for (const { at, removed, inserted, times } of changes) {
          const place = at % (text.length + 1);
          text = text.slice(0, place) + inserted.repeat(times) + text.slice(place + removed);
        }
        const items = await parser.parse(text, kind).catch((error: unknown) => {
          expect(error).toBeInstanceOf(FeedUnreadable);
          return [];
        });
        expect(items.length).toBeLessThanOrEqual(MAX_ITEMS);
        for (const item of items) {
          const article = prepareArticle(item, { url: "https://e.com/feed", language: "en" }, Date.UTC(2026, 0, 3));
          if (!article) continue;
          read++;
          expect(`${article.title} ${article.brief} ${article.author}`).not.toMatch(/<[a-z/!?]|[\p{Cc}\p{Cs}]/iu);
          expect(article.url).toMatch(/^https?:/);
        }
      },
    ),
    { numRuns: 3_000 },
  );
  expect(read).toBeGreaterThan(100);
});
