/**
 * The rules of a version, of a server or of a package: exactly one version, and a name for it that may be in a path.
 */
import { broken } from "./issue.ts";
import type { Issue } from "./issue.ts";

/** At most one issue. `path` is the place of the version. */
export function versionIssues(version: string, path: string): Issue[] {
  if (version === "latest") {
    return [broken("reserved-version-string", path, "version string 'latest' is reserved and cannot be used")];
  }
  if (looksLikeRange(version)) {
    const message = `version must be a specific version, not a range: ${JSON.stringify(version)}`;
    return [broken("version-looks-like-range", path, message)];
  }
  // A client's URL code resolves a segment of dots away, and a control character hides what is asked for.
  if (/^\.{1,2}$|\p{Cc}/u.test(version)) {
    return [broken("invalid-version", path, "version must not be '.' or '..' and must not have control characters")];
  }
  return [];
}

const COMPARED = /^(?:[\^~=]|[<>]=?)\s*v?\d+(?:\.\d+)*(?:[-+ ,<>].*)?$/;
const NUMBERED = /^v?\d+(?:\.\d+){0,3}(?:-[0-9A-Za-z.-]+)?$/;
const WILDCARD = /^(?:\d+|[xX*])(?:\.(?:\d+|[xX*])){1,2}$/;

/**
 * Whether a text names several versions: `^1.2`, `>=1.0 <2`, `1.0 - 2.0`, `1 || 2`, `1.x`, `1.2.*`. A lone `*` and words
 * such as `1.2.3-x` do not.
 */
export function looksLikeRange(version: string): boolean {
  const text = version.trim();
  if (COMPARED.test(text)) return true;
  if (WILDCARD.test(text)) return /[xX*]/.test(text);
  const alternatives = text.split("||", 2);
  if (alternatives.length === 2 && alternatives.every((part) => part.trim() !== "")) return true;
  const hyphen = text.search(/\s-\s/);
  if (hyphen === -1) return false;
  return NUMBERED.test(text.slice(0, hyphen).trimEnd()) && NUMBERED.test(text.slice(hyphen + 2).trimStart());
}
