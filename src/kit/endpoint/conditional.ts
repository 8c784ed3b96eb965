/** Validators of a representation and of a caller's cached copy (RFC 9110, sections 8.8 and 13). */
import { createHash } from "node:crypto";

/** A strong tag of these bytes: the same on every node. 22 characters, unquoted. */
export function tagOf(body: Buffer | string): string {
  return createHash("sha1").update(body).digest("base64url").slice(0, 22);
}

/**
 * True when `If-None-Match` names this tag, in any encoding that the caller got, or any tag (`*`). The comparison is
 * the weak one, as the header's definition asks.
 */
export function isFresh(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === "*") return true;
  if (!ifNoneMatch.includes(tag)) return false;
  return ifNoneMatch.split(",").some((candidate) => {
    const bare = candidate.trim().replace(/^W\//, "").replace(/^"|"$/g, "");
    return bare === tag || bare === `${tag}-br` || bare === `${tag}-gzip`;
  });
}
