/**
 * Text of a feed as plain text on one line. Feeds hold HTML, scripts, characters that reverse the direction of
 * writing, and broken encodings. The result can be shown anywhere: it has no tags, no control characters and no half
 * characters.
 */

/** No title or summary is longer. The rest is ignored. */
const MAX_READ = 20_000;

/** Elements whose content is not text, with what ends each. */
const SILENT: ReadonlyMap<string, RegExp> = new Map([
  // Sought with `lastIndex`: to copy the rest of the text for each element would take time that grows with its square.
  ["script", /<\/script/gi],
  ["style", /<\/style/gi],
  ["template", /<\/template/gi],
  ["noscript", /<\/noscript/gi],
  ["iframe", /<\/iframe/gi],
  ["svg", /<\/svg/gi],
]);

const NAMED: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
  ndash: "–",
  mdash: "—",
  hellip: "…",
  lsquo: "‘",
  rsquo: "’",
  ldquo: "“",
  rdquo: "”",
  euro: "€",
  pound: "£",
  copy: "©",
  reg: "®",
  trade: "™",
};

/** @param maxCharacters of the result; a longer text ends with `…` after its last whole word */
export function plainText(markup: string, maxCharacters: number): string {
  // Escaped markup becomes markup when entities are read, so tags are removed before and after.
  const text = withoutTags(withoutEntities(withoutTags(markup.slice(0, MAX_READ))));
  const line = text
    .replace(/\p{Cf}/gu, "")
    .replace(/[\p{Cc}\p{Cs}\p{Co}\p{Cn}\s]+/gu, " ")
    .trim();
  return cutText(line, maxCharacters);
}

/** A text of at most this many UTF-16 units; one that is cut ends with `…`, after a whole word where it has one. */
export function cutText(text: string, maxCharacters: number): string {
  if (text.length <= maxCharacters) return text;
  const room = text.slice(0, maxCharacters - 1);
  const space = room.lastIndexOf(" ");
  const kept = space > maxCharacters / 2 ? room.slice(0, space) : room.replace(/[\ud800-\udbff]$/, "");
  return `${kept}…`;
}

/** One look at each character: what opens a tag is followed to its end, or is not a tag. */
function withoutTags(markup: string): string {
  let text = "";
  let at = 0;
  for (;;) {
    const open = markup.indexOf("<", at);
    if (open < 0) return text + markup.slice(at);
    text += markup.slice(at, open);
    const end = tagEnd(markup, open);
    // A space after what is not a tag keeps it from becoming one.
    text += end === undefined ? "< " : " ";
    at = end ?? open + 1;
  }
}

/** Where the text goes on after the tag, comment or silent element at `open`; undefined when it is not one. */
function tagEnd(markup: string, open: number): number | undefined {
  if (markup.startsWith("<!--", open)) return after(markup, "-->", open + 4);
  if (markup.startsWith("<![CDATA[", open)) return open + 9;
  if (!/[a-z/!?]/i.test(markup.charAt(open + 1))) return undefined;
  const close = markup.indexOf(">", open);
  if (close < 0) return markup.length;
  const name = /^[a-z]{1,12}/i.exec(markup.slice(open + 1, open + 13))?.[0].toLowerCase();
  const closing = name === undefined ? undefined : SILENT.get(name);
  if (!closing || markup.charAt(close - 1) === "/") return close + 1;
  closing.lastIndex = close;
  const found = closing.exec(markup);
  return found ? after(markup, ">", found.index) : markup.length;
}

function after(text: string, mark: string, from: number): number {
  const found = text.indexOf(mark, from);
  return found < 0 ? text.length : found + mark.length;
}

function withoutEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,6}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return NAMED[String(name).toLowerCase()] ?? whole;
    const code = decimal === undefined ? Number.parseInt(String(hex), 16) : Number(decimal);
    return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : " ";
  });
}
