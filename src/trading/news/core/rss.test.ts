import { parseRssFeed } from "feedsmith";
import { expect, test } from "vitest";
import { rssOf, type RssChannel, type RssItem } from "./rss.ts";

const CHANNEL: RssChannel = {
  title: "News: bitcoin",
  description: "Articles that name bitcoin",
  link: "https://e.com",
  self: "https://e.com/api/v2/public/trending-news-feed/abc?a=1&b=2",
  ttlMinutes: 5,
};

const ITEM: RssItem = {
  guid: "news:17",
  title: "Bitcoin rises",
  link: "https://wire.example/1?a=1&b=2",
  description: "",
  source: "Wire",
  categories: ["bitcoin", "ethereum"],
  publishedMs: Date.UTC(2026, 0, 2, 3, 4, 5),
};

test("a reader finds the channel, its own address, and each article with a guid that stays and its time", () => {
  const xml = rssOf(CHANNEL, [ITEM]);
  expect(xml).toContain("<pubDate>Fri, 02 Jan 2026 03:04:05 GMT</pubDate>");
  expect(parseRssFeed(xml)).toMatchObject({
    title: "News: bitcoin",
    link: "https://e.com",
    description: "Articles that name bitcoin",
    ttl: 5,
    atom: { links: [{ href: CHANNEL.self, rel: "self", type: "application/rss+xml" }] },
    items: [
      {
        title: "Bitcoin rises",
        link: ITEM.link,
        guid: { value: "news:17", isPermaLink: false },
        categories: [{ name: "bitcoin" }, { name: "ethereum" }],
      },
    ],
  });
});

test("a feed without articles is a feed", () => {
  expect(parseRssFeed(rssOf(CHANNEL, []))).toMatchObject({ title: "News: bitcoin" });
});

test("what publishers write is text, and cannot end an element or begin one", () => {
  const title = `</title><script>alert("1")</script> ]]> & 'so' \u0000\u0008\uFFFE\u{1F680}`;
  const xml = rssOf(CHANNEL, [{ ...ITEM, title, description: title, source: title, categories: [title], guid: title }]);
  expect(xml).not.toContain("<script");
  // oxlint-disable-next-line no-control-regex -- what XML does not take
  expect(xml).not.toMatch(/[\u0000\u0008\uFFFE]/);
  expect(xml.match(/<item>/g)).toHaveLength(1);
  expect(xml).toContain(
    "&lt;/title&gt;&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; ]]&gt; &amp; &apos;so&apos; \u{1F680}",
  );
});
