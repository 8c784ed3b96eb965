/** The publisher's own part of `_meta`: a little data, below names that it owns. */
import { broken, cutIssues, type Issue } from "./issue.ts";
import { shownName } from "./shown-name.ts";

/** Of all values together, as compact JSON in UTF-8. Names are not counted. */
export const MAX_PUBLISHER_META_BYTES = 4096;

/** The one name below the registry's own prefix that belongs to publishers. */
export const PUBLISHER_META = "io.modelcontextprotocol.registry/publisher-provided";

const MAX_NAMES = 100;

/** Lists and objects within each other, `_meta` itself included. */
const MAX_DEPTH = 16;

/** Issues for more names than this are not useful. */
const MAX_NAMED = 10;

/**
 * The problems of a publisher's `_meta`. Nothing is left out silently: a name that the registry does not keep is an
 * error. Names are like `com.example/build`. None is the registry's own (`io.modelcontextprotocol.registry/official`),
 * so that no publisher can speak for it. Values have at most 4,096 bytes together and do not nest deeper than 16. Their
 * whole numbers are at most 2^53 - 1, with either sign: beyond that, the number that was read may be another one than was
 * sent. The value of `PUBLISHER_META` is an object.
 */
export function publisherMetaIssues(sent: Readonly<Record<string, unknown>> | undefined): Issue[] {
  if (sent === undefined) return [];
  const names = Object.keys(sent);
  const others = names.filter((name) => !isPublishers(name));
  const issues = cutIssues(others, MAX_NAMED, {
    of: "names in _meta",
    issueOf: (name) => broken("meta-name-not-kept", `_meta[${JSON.stringify(shownName(name))}]`, nameMessage(name)),
  });
  if (names.length > MAX_NAMES) issues.push(refused(`_meta must have at most ${MAX_NAMES} names, not ${names.length}`));
  const own = Object.hasOwn(sent, PUBLISHER_META) ? sent[PUBLISHER_META] : {};
  if (typeof own !== "object" || own === null || Array.isArray(own)) {
    issues.push(refused(`_meta["${PUBLISHER_META}"] must be an object`));
  }
  if (isDeeper(sent, MAX_DEPTH)) return [...issues, refused(`_meta must not nest deeper than ${MAX_DEPTH}`)];
  const values = Object.values(sent);
  const bytes = values.reduce<number>((sum, value) => sum + Buffer.byteLength(JSON.stringify(value) ?? ""), 0);
  if (bytes > MAX_PUBLISHER_META_BYTES) {
    const message = `_meta exceeds the 4KB limit: its values have ${bytes} bytes of compact JSON, at most ${MAX_PUBLISHER_META_BYTES} are kept`;
    issues.push(refused(message));
  }
  if (hasInexactNumber(sent)) {
    issues.push(
      refused(`a number in _meta is beyond ${Number.MAX_SAFE_INTEGER} and cannot be kept exactly: send it as text`),
    );
  }
  return issues;
}

function refused(message: string): Issue {
  return broken("invalid-publisher-meta", "_meta", message);
}

function nameMessage(name: string): string {
  const rule = isRegistrys(name)
    ? `this name belongs to the registry; publishers use ${PUBLISHER_META} or a name of their own domain`
    : "a name in _meta is a namespace, one slash and a name, such as com.example/build";
  return `${JSON.stringify(shownName(name))} cannot be kept: ${rule}`;
}

function isRegistrys(name: string): boolean {
  return name.startsWith("io.modelcontextprotocol.registry/") && name !== PUBLISHER_META;
}

function isPublishers(name: string): boolean {
  if (isRegistrys(name)) return false;
  return name.length <= 255 && /^[a-zA-Z0-9-]+(?:\.[a-zA-Z0-9-]+)+\/[a-zA-Z0-9._-]+$/.test(name);
}

/** Whether a number is so large that its neighbours are read as the same one. */
function hasInexactNumber(value: unknown): boolean {
  if (typeof value === "number") return Math.abs(value) > Number.MAX_SAFE_INTEGER;
  return typeof value === "object" && value !== null && Object.values(value).some(hasInexactNumber);
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((member) => isDeeper(member, levels - 1));
}
