/** User text becomes HTML that any page can show: a few elements, and no way to do anything. */
import sanitize from "sanitize-html";

/** A relative one would mean another place on each page that shows the article. */
const WHOLE_ADDRESS = /^(?:https?:\/\/|mailto:)[^\s]+$/i;

const OPTIONS: sanitize.IOptions = {
  allowedTags: [
    "p",
    "br",
    "hr",
    "h2",
    "h3",
    "h4",
    "strong",
    "b",
    "em",
    "i",
    "u",
    "s",
    "blockquote",
    "ul",
    "ol",
    "li",
    "a",
    "code",
    "pre",
  ],
  allowedAttributes: { a: ["href", "rel"] },
  allowedSchemes: ["https", "http", "mailto"],
  allowProtocolRelative: false,
  disallowedTagsMode: "discard",
  nestingLimit: 20,
  transformTags: {
    // A reader's link is worth nothing to search engines, and its target learns nothing of the page.
    a: (tagName, { href }) => ({
      tagName,
      attribs: {
        ...(href !== undefined && WHOLE_ADDRESS.test(href) ? { href } : {}),
        rel: "nofollow noopener noreferrer ugc",
      },
    }),
  },
};

const MAX_PASSES = 6;

/** A body as it is kept. Text without elements becomes paragraphs, one for each that an empty line ends. */
export function cleanBody(written: string): string {
  const clean = settled(written);
  return clean.includes("<") ? clean : paragraphsOf(clean);
}

/**
 * Readers repair wrongly nested elements, each in its own way. So what came out is cleaned again until nothing
 * changes; what never comes to rest keeps its words alone.
 */
function settled(written: string): string {
  let before = written;
  for (let pass = 0; pass < MAX_PASSES; pass++) {
    const clean = sanitize(before, OPTIONS).trim();
    if (clean === before) return clean;
    before = clean;
  }
  return sanitize(before, { allowedTags: [], allowedAttributes: {} }).trim();
}

function paragraphsOf(text: string): string {
  return text
    .replace(/\r\n?/g, "\n")
    .split(/\n{2,}/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== "")
    .map((paragraph) => `<p>${paragraph.replaceAll("\n", "<br />")}</p>`)
    .join("\n");
}
