import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { DAY_MS } from "../../../kit/time/spans.ts";
import { prepareArticles } from "../core/article.ts";
import { decodeBody } from "../core/decode-body.ts";
import { FeedParser, FeedUnreadable, MAX_ITEMS } from "./feed-parser.ts";
import type { FeedKind } from "./source.ts";

/** `npm run soak -- news-documents` reads many more. */
const DOCUMENTS_READ = Number(process.env["TRIPOD_TEST_NEWS_DOCUMENTS"] ?? "3000");
const SEEN_MS = Date.UTC(2026, 0, 3);

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
    "rss",
    `<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:media="http://search.yahoo.com/mrss/" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel><title>T</title><item><title><![CDATA[One <b>two</b>]]></title><link>https://e.com/1</link><guid isPermaLink="true">https://e.com/1</guid><dc:creator>Ada</dc:creator><description>&lt;p&gt;Three&lt;/p&gt;</description><content:encoded><![CDATA[<p>Four</p>]]></content:encoded><media:thumbnail url="https://e.com/1.png"/><enclosure url="https://e.com/2.png" type="image/png" length="1"/></item></channel></rss>`,
  ],
  [
    "rss",
    `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"><channel><title>T</title></channel><item><title>One</title><link>https://e.com/1</link><description>Two</description></item></rdf:RDF>`,
  ],
  [
    "atom",
    '<feed xmlns="http://www.w3.org/2005/Atom"><title>T</title><entry><id>1</id><title type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">One</div></title><link href="https://e.com/1"/><published>2026-01-02T12:00:00Z</published></entry></feed>',
  ],
  [
    "json",
    JSON.stringify({
      version: "https://jsonfeed.org/version/1.1",
      title: "T",
      items: [
        { id: "1", url: "https://e.com/1", title: "One", content_html: "<p>Two</p>", authors: [{ name: "Ada" }] },
      ],
    }),
  ],
  [
    "sitemap",
    "<urlset><url><loc>https://e.com/1</loc><news:news><news:title>One</news:title><news:publication_date>2026-01-02</news:publication_date></news:news></url></urlset>",
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
  "&#x1F;",
  "&lt;script&gt;",
  "&amp;lt;img src=x onerror=alert(1)&amp;gt;",
  "<script>alert(1)</script>",
  "<svg onload=alert(1)>",
  "javascript:alert(1)",
  "data:text/html,<b>",
  '<!DOCTYPE r [<!ENTITY l "lol">]>',
  "&l;",
  "Fri, 31 Dec 9999 23:59:59 GMT",
  "-000001-01-01T00:00:00Z",
  "275760-09-13T00:00:00Z",
  '"',
  "\\",
  "\u0000",
  "\ud800",
  "\u202e",
  "\ufffe",
  "[",
  "{",
  "null",
  "1e999",
  "__proto__",
  ITEM,
);
const change = fc.record({
  at: fc.nat(1_500),
  removed: fc.nat(12),
  inserted: fc.oneof(piece, fc.string({ maxLength: 8 })),
  times: fc.oneof(
    { weight: 20, arbitrary: fc.integer({ min: 1, max: 40 }) },
    { weight: 1, arbitrary: fc.constant(3_000) },
  ),
});
/** Damage on the way: bytes that change, and an encoding that is not its own. */
const way = fc.record({
  contentType: fc.constantFrom(
    undefined,
    "text/xml",
    "text/xml; charset=utf-16",
    "a/b; charset=gb18030",
    "; charset=x",
  ),
  flipped: fc.array(fc.record({ at: fc.nat(1_500), byte: fc.nat(255) }), { maxLength: 3 }),
});

test("a document that was changed anywhere is read, or refused with a reason; what is read is plain text", async () => {
  let read = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...DOCUMENTS),
      fc.array(change, { minLength: 1, maxLength: 4 }),
      way,
      async ([kind, document], changes, { contentType, flipped }) => {
        let text = document;
        for (const { at, removed, inserted, times } of changes) {
          const place = at % (text.length + 1);
          text = text.slice(0, place) + inserted.repeat(times) + text.slice(place + removed);
        }
        const bytes = Buffer.from(text);
        for (const { at, byte } of flipped) bytes[at % bytes.length] = byte;
        const items = await parser.parse(decodeBody(bytes, contentType), kind).catch((error: unknown) => {
          expect(error).toBeInstanceOf(FeedUnreadable);
          // A refusal of the parser, not the end of its thread.
          expect((error as Error).message).not.toMatch(/thread ended|could not be read: /);
          return [];
        });
        expect(items.length).toBeLessThanOrEqual(MAX_ITEMS);
        for (const article of prepareArticles(items, { url: "https://e.com/feed", language: "en" }, SEEN_MS)) {
          read++;
          expect(`${article.title} ${article.brief} ${article.author}`).not.toMatch(/<[a-z/!?]|[\p{Cc}\p{Cs}]/iu);
          expect(`${article.title} ${article.brief}`.length).toBeLessThanOrEqual(601);
          expect(article.url).toMatch(/^https?:/);
          expect(article.image).toMatch(/^(?:https?:|$)/);
          expect(article.publishedMs).toBeLessThanOrEqual(SEEN_MS);
          expect(SEEN_MS - (article.impactMs ?? SEEN_MS)).toBeLessThanOrEqual(DAY_MS);
        }
      },
    ),
    { numRuns: DOCUMENTS_READ },
  );
  expect(read).toBeGreaterThan(100);
});
