/** The changes of a release, from the text of the changelog. */

export interface ReleaseNews {
  /** The heading of the section, such as `Added` or `Fixed`. */
  readonly kind: string;
  /** Markdown in one line, without links. */
  readonly says: string;
}

/** A remark that is only a link: "([how](docs/thing.md))". Its text says nothing without it. */
const LINK_AS_REMARK = / ?\(\[[^[\]]{1,200}\]\([^()\s]{1,300}\)\)/g;
/** A link of a list of changes points into the documents of the package, which a reader of an answer does not have. */
const LINK = /\[([^[\]]{1,200})\]\([^()\s]{1,300}\)/g;

/**
 * The items of the release's section; of `Pending` where the changelog does not have a section for it yet.
 *
 * @param changelog sections begin with `## `, kinds of changes with `### `, items with `- `, and other lines go on with the item.
 */
export function releaseNews(changelog: string, version: string): ReleaseNews[] {
  const sections = changelog.split("\n## ").slice(1);
  const own =
    sections.find((section) => isOf(section, version)) ?? sections.find((section) => isOf(section, "Pending"));
  const news: ReleaseNews[] = [];
  for (const part of (own ?? "").split("\n### ").slice(1)) {
    const [kind = "", ...lines] = part.split("\n");
    for (const item of `\n${lines.join("\n")}`.split("\n- ").slice(1)) {
      news.push({ kind: kind.trim(), says: withoutLinks(item) });
    }
  }
  return news;
}

function isOf(section: string, name: string): boolean {
  const [heading = ""] = section.split("\n", 1);
  return heading === name || heading.startsWith(`${name} `);
}

function withoutLinks(item: string): string {
  const line = item
    .split("\n")
    .map((text) => text.trim())
    .filter((text) => text !== "")
    .join(" ");
  return line.replace(LINK_AS_REMARK, "").replace(LINK, "$1");
}
