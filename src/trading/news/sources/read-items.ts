/** The items of a parsed feed, whatever its format, as far as news needs them. */
import type { FoundItem } from "../core/article.ts";
import type { ParsedFeed } from "./feed-parser.ts";

type Of<Format extends ParsedFeed["format"]> = Extract<ParsedFeed, { format: Format }>["feed"];

export function readItems(parsed: ParsedFeed): FoundItem[] {
  switch (parsed.format) {
    case "rss":
      return rssItems(parsed.feed);
    case "atom":
      return atomItems(parsed.feed);
    case "rdf":
      return rdfItems(parsed.feed);
    case "json":
      return jsonItems(parsed.feed);
  }
}

/** Names are shorter. One of a feed goes with each of its items, so a long one would be paid for often. */
const MAX_AUTHOR_READ = 1_000;

function rssItems({ items = [], language }: Of<"rss">): FoundItem[] {
  return items.map(({ title, link, guid, description, pubDate, authors, dc, media, enclosures, content }) => ({
    title: text(title),
    url: text(link) ?? (guid?.isPermaLink === false ? undefined : text(guid?.value)),
    summary: text(description) ?? text(content?.encoded),
    published: text(pubDate) ?? text(dc?.dates?.[0]),
    author: name(dc?.creators?.[0]) ?? name(authors?.[0]?.name),
    image:
      text(media?.thumbnails?.[0]?.url) ??
      text(media?.contents?.find(({ medium, type }) => isImage(medium, type))?.url) ??
      text(enclosures?.find(({ type }) => isImage(undefined, type))?.url),
    language: text(language),
  }));
}

function atomItems({ entries = [], authors: ofFeed }: Of<"atom">): FoundItem[] {
  const ofAll = name(ofFeed?.[0]?.name);
  return entries.map(({ title, links = [], id, summary, content, published, updated, authors, media }) => ({
    title: text(title?.value),
    url: text(links.find(({ rel }) => rel === undefined || rel === "alternate")?.href) ?? text(id),
    summary: text(summary?.value) ?? text(content?.value),
    published: text(published) ?? text(updated),
    author: name(authors?.[0]?.name) ?? ofAll,
    image: text(media?.thumbnails?.[0]?.url),
    language: undefined,
  }));
}

function rdfItems({ items = [], dc: ofFeed }: Of<"rdf">): FoundItem[] {
  return items.map(({ title, link, description, dc }) => ({
    title: text(title),
    url: text(link),
    summary: text(description),
    published: text(dc?.dates?.[0]),
    author: name(dc?.creators?.[0]),
    image: undefined,
    language: text(ofFeed?.languages?.[0]),
  }));
}

function jsonItems({ items = [], language, authors: ofFeed }: Of<"json">): FoundItem[] {
  const ofAll = name(ofFeed?.[0]?.name);
  return items.map((item) => ({
    title: text(item.title),
    url: text(item.url) ?? text(item.external_url),
    summary: text(item.summary) ?? text(item.content_text) ?? text(item.content_html),
    published: text(item.date_published),
    author: name(item.authors?.[0]?.name) ?? ofAll,
    image: text(item.image) ?? text(item.banner_image),
    language: text(item.language) ?? text(language),
  }));
}

function isImage(medium: unknown, type: unknown): boolean {
  return medium === "image" || (typeof type === "string" && type.startsWith("image/"));
}

/** A feed may hold anything where a text is promised. */
function text(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** As much of an author's name as is looked at. */
function name(value: unknown): string | undefined {
  return text(value)?.slice(0, MAX_AUTHOR_READ);
}
