/** The rules for every text of a document: PostgreSQL takes neither NUL nor half a surrogate pair. */
import { broken } from "./issue.ts";
import type { Issue } from "./issue.ts";

/** Deepest nesting of a description, counted in lists and objects. Only `_meta` can come near it. */
const MAX_NESTING = 32;

/** At most one issue: the first text, name of a member or nesting that cannot be kept. */
export function textIssues(document: unknown): Issue[] {
  const found = firstProblem(document, "", MAX_NESTING);
  return found === undefined ? [] : [found];
}

function firstProblem(value: unknown, path: string, levels: number): Issue | undefined {
  if (typeof value === "string") return isStorable(value) ? undefined : unstorable(path);
  if (typeof value !== "object" || value === null) return undefined;
  if (levels === 0)
    return broken("nesting-too-deep", path, `lists and objects must not nest deeper than ${MAX_NESTING}`);
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      const found = firstProblem(item, `${path}[${index}]`, levels - 1);
      if (found) return found;
    }
    return undefined;
  }
  for (const [name, member] of Object.entries(value)) {
    if (!isStorable(name)) return unstorable(path);
    const found = firstProblem(member, path === "" ? name : `${path}.${name.slice(0, 60)}`, levels - 1);
    if (found) return found;
  }
  return undefined;
}

function isStorable(text: string): boolean {
  // Without lone surrogates and NUL, in one pass; plain text is the common case.
  return !/[\0\p{Cs}]/u.test(text);
}

function unstorable(path: string): Issue {
  return broken("invalid-text", path, "text must not have NUL characters or lone surrogates");
}
