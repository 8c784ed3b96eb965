/** Feeds of every kind, of the same items. */
import type { FeedKind } from "../../../src/trading/news/sources/source.ts";

export interface RenderedItem {
  readonly url: string;
  readonly title: string;
  readonly atMs: number;
}

export function renderFeed(kind: FeedKind, name: string, items: readonly RenderedItem[]): string {
  return RENDERERS[kind](name, items);
}

const isoOf = (atMs: number): string => new Date(atMs).toISOString();
const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

const RENDERERS: Readonly<Record<FeedKind, (name: string, items: readonly RenderedItem[]) => string>> = {
  rss: (name, items) => {
    const listed = items.map(
      ({ url, title, atMs }) =>
        `<item><title>${escaped(title)}</title><link>${escaped(url)}</link><pubDate>${new Date(atMs).toUTCString()}</pubDate></item>`,
    );
    return `<?xml version="1.0"?><rss version="2.0"><channel><title>${name}</title>${listed.join("")}</channel></rss>`;
  },
  atom: (name, items) => {
    const listed = items.map(
      ({ url, title, atMs }) =>
        `<entry><id>${escaped(url)}</id><title>${escaped(title)}</title><link href="${escaped(url)}"/><published>${isoOf(atMs)}</published></entry>`,
    );
    return `<feed xmlns="http://www.w3.org/2005/Atom"><title>${name}</title>${listed.join("")}</feed>`;
  },
  json: (name, items) =>
    JSON.stringify({
      version: "https://jsonfeed.org/version/1.1",
      title: name,
      items: items.map(({ url, title, atMs }) => ({ id: url, url, title, date_published: isoOf(atMs) })),
    }),
  sitemap: (name, items) => {
    const listed = items.map(
      ({ url, title, atMs }) =>
        `<url><loc>${escaped(url)}</loc><news:news><news:publication><news:name>${name}</news:name></news:publication>` +
        `<news:publication_date>${isoOf(atMs)}</news:publication_date><news:title>${escaped(title)}</news:title></news:news></url>`,
    );
    return `<?xml version="1.0"?><urlset>${listed.join("")}</urlset>`;
  },
};
