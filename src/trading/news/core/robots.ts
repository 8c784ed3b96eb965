/** The rules of a site's robots.txt (RFC 9309), for one product. */

interface Rule {
  readonly isAllowed: boolean;
  /** Of the path; `*` for any run of characters, `$` at the end for the end. */
  readonly path: string;
}

/** RFC 9309 asks for at least 500 KiB. */
export const MAX_ROBOTS_BYTES = 512 * 1024;
const MAX_LINES = 20_000;
const MAX_PATH = 500;

/**
 * The rules for a product: those of the groups that name it, else those of `*`.
 *
 * @param product in small letters
 */
export function parseRobots(text: string, product: string): readonly Rule[] {
  const own: Rule[] = [];
  const others: Rule[] = [];
  let group = { namesUs: false, namesAll: false };
  let isNaming = false;
  let namesUs = false;
  for (const line of text.split(/\r\n|\r|\n/, MAX_LINES)) {
    const [field = "", value = ""] = fieldOf(line);
    if (field === "user-agent") {
      if (!isNaming) group = { namesUs: false, namesAll: false };
      isNaming = true;
      group.namesAll ||= value === "*";
      group.namesUs ||= value.toLowerCase() === product;
      namesUs ||= group.namesUs;
    }
    if (field !== "allow" && field !== "disallow") continue;
    isNaming = false;
    // "Disallow:" without a path forbids nothing.
    if (value === "" || value.length > MAX_PATH) continue;
    const rule = { isAllowed: field === "allow", path: value };
    if (group.namesUs) own.push(rule);
    if (group.namesAll) others.push(rule);
  }
  return namesUs ? own : others;
}

/** Whether a path may be asked for: the longest rule that fits decides, and `allow` between two of one length. */
export function isAllowed(rules: readonly Rule[], path: string): boolean {
  let best: Rule | undefined;
  for (const rule of rules) {
    if (!fits(rule.path, path)) continue;
    const length = best?.path.length ?? -1;
    if (rule.path.length > length || (rule.path.length === length && rule.isAllowed)) best = rule;
  }
  return best?.isAllowed ?? true;
}

const NO_SNIPPET = new Set(["nosnippet", "none", "max-snippet:0"]);
const MAX_ROBOTS_RULES = 1_000;

/** Whether a page asks not to show any of its text, by its `X-Robots-Tag` or the robots tags in its head. */
export function forbidsSnippets(rules: string | undefined): boolean {
  const words = (rules ?? "").slice(0, MAX_ROBOTS_RULES).toLowerCase().replaceAll(": ", ":").split(/[\s,]/);
  return words.some((word) => NO_SNIPPET.has(word));
}

function fieldOf(line: string): readonly string[] {
  const said = line.split("#", 1)[0] ?? "";
  const colon = said.indexOf(":");
  return colon < 0 ? [] : [said.slice(0, colon).trim().toLowerCase(), said.slice(colon + 1).trim()];
}

/** Each part between stars is looked for after the one before: one pass, whatever the pattern. */
function fits(pattern: string, path: string): boolean {
  const isWhole = pattern.endsWith("$");
  const parts = (isWhole ? pattern.slice(0, -1) : pattern).split("*");
  const last = parts.length - 1;
  let at = 0;
  for (const [place, part] of parts.entries()) {
    if (place === 0) {
      if (!path.startsWith(part)) return false;
      at = part.length;
    } else if (place === last && isWhole) {
      return path.length - part.length >= at && path.endsWith(part);
    } else {
      const found = path.indexOf(part, at);
      if (found < 0) return false;
      at = found + part.length;
    }
  }
  return !isWhole || at === path.length;
}
