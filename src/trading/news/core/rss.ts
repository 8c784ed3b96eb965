/** Articles as RSS 2.0, as feed readers expect it: plain text, of which nothing is rendered. */

export interface RssChannel {
  readonly title: string;
  readonly description: string;
  /** Where the platform is reached. */
  readonly link: string;
  /** Where this feed is read. */
  readonly self: string;
  /** How often it is worth reading it again, minutes. */
  readonly ttlMinutes: number;
}

export interface RssItem {
  /** The same for the same article for good. */
  readonly guid: string;
  readonly title: string;
  readonly link: string;
  readonly description: string;
  readonly source: string;
  readonly categories: readonly string[];
  readonly publishedMs: number;
}

/** The same bytes for the same articles, so that a reader that has them is answered 304. */
export function rssOf(channel: RssChannel, items: readonly RssItem[]): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/">',
    "<channel>",
    element("title", channel.title),
    element("link", channel.link),
    `<atom:link href="${escapeXml(channel.self)}" rel="self" type="application/rss+xml"/>`,
    element("description", channel.description),
    element("ttl", String(channel.ttlMinutes)),
    ...items.map(itemOf),
    "</channel>",
    "</rss>",
    "",
  ].join("\n");
}

function itemOf(item: RssItem): string {
  return [
    "<item>",
    element("title", item.title),
    element("link", item.link),
    `<guid isPermaLink="false">${escapeXml(item.guid)}</guid>`,
    // RFC 822, with the numbers of a year in full.
    element("pubDate", new Date(item.publishedMs).toUTCString()),
    element("dc:creator", item.source),
    ...(item.description === "" ? [] : [element("description", item.description)]),
    ...item.categories.map((category) => element("category", category)),
    "</item>",
  ].join("\n");
}

function element(name: string, text: string): string {
  return `<${name}>${escapeXml(text)}</${name}>`;
}

/** Characters that XML 1.0 takes in no form, not even escaped. */
const FORBIDDEN = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};

function escapeXml(text: string): string {
  return text.replace(FORBIDDEN, "").replace(/[&<>"']/g, (character) => ESCAPES[character] ?? "");
}
