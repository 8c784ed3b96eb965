/** The text of articles, from pages that mean well and pages that do not. */
import { afterAll, expect, test } from "vitest";
import { PageParser, PageUnreadable } from "./page-parser.ts";

const parser = new PageParser();
afterAll(() => parser.close());

const PARAGRAPH =
  "Miners in the north have moved their machines to a new hall, and say that the price of power there is half of what it was. ";
const page = (body: string, head = "") =>
  `<!doctype html><html><head><title>T</title>${head}</head><body>${body}</body></html>`;
const article = (text: string) => `<article><p>${text}</p><p>${PARAGRAPH.repeat(4)}</p></article>`;

test("the beginning of the article is read, without the text around it", async () => {
  const html = page(
    `<nav><a href="/">Home</a> <a href="/prices">Prices</a></nav><script>alert("no")</script>${article(PARAGRAPH.repeat(3))}
     <footer>Subscribe to our newsletter</footer>`,
  );
  const text = await parser.parse(html, 300);
  expect(text).toMatch(/^Miners in the north have moved/);
  expect(text.length).toBeLessThanOrEqual(300);
  expect(text).not.toMatch(/alert|Home|newsletter|</);
});

test("a page without the tags that may be left out is read too", async () => {
  const html = `<!doctype html><title>T</title><meta name="robots" content="index">${article(PARAGRAPH.repeat(3))}`;
  expect(await parser.parse(html, 300)).toMatch(/^Miners/);
});

test.each([
  [
    "a page that asks not to show its text",
    page(article(PARAGRAPH), '<meta name="robots" content="index, nosnippet">'),
    /not to show/,
  ],
  ["an empty page", "", /./],
  ["a page without an article", page("<p>Hi</p>"), /./],
  ["more elements than are looked at", page("<p>a</p>".repeat(30_000)), /20000 elements/],
  ["bytes", "\u0000\ufffd<".repeat(2_000), /./],
])("%s costs its text alone", async (_, html, reason) => {
  const refused = await parser.parse(html, 300).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(PageUnreadable);
  expect(refused).toMatchObject({ message: expect.stringMatching(reason) });
  expect(await parser.parse(page(article(PARAGRAPH.repeat(3))), 300)).toMatch(/^Miners/);
});

test("markup that is written as text stays harmless", async () => {
  const html = page(
    article(`&lt;script&gt;alert(1)&lt;/script&gt; &amp;lt;img src=x onerror=alert(1)&amp;gt; ${PARAGRAPH.repeat(3)}`),
  );
  expect(await parser.parse(html, 300)).not.toMatch(/<[a-z/!?]/i);
});
