/** A sitemap of news (`<url>` with `<news:title>`), read by looking for its few elements. */

/** A sitemap's entry for an article, unchanged: with entities, unchecked. */
export interface SitemapEntry {
  readonly url: string;
  readonly title: string;
  readonly published: string;
  readonly language: string;
}

/** The entries that name a title; those without one are pages, not news. At most `maxItems`, in the document's order. */
export function readSitemap(text: string, maxItems: number): SitemapEntry[] {
  const entries: SitemapEntry[] = [];
  let at = 0;
  while (entries.length < maxItems) {
    const open = text.indexOf("<url>", at);
    if (open < 0) break;
    const close = text.indexOf("</url>", open);
    if (close < 0) break;
    const entry = text.slice(open, close);
    const [url, title] = [contentOf(entry, "loc"), contentOf(entry, "news:title")];
    const published = contentOf(entry, "news:publication_date");
    if (url !== "" && title !== "")
      entries.push({ url, title, published, language: contentOf(entry, "news:language") });
    at = close;
  }
  return entries;
}

function contentOf(entry: string, name: string): string {
  const open = entry.indexOf(`<${name}>`);
  const from = open + name.length + 2;
  const close = open < 0 ? -1 : entry.indexOf(`</${name}>`, from);
  const content = close < 0 ? "" : entry.slice(from, close).trim();
  return content.startsWith("<![CDATA[") && content.endsWith("]]>") ? content.slice(9, -3).trim() : content;
}
