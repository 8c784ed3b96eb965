/**
 * Where the next page begins, and which list it is a page of, as text that survives any URL unencoded. Some clients
 * (VS Code) send the cursor back raw and without the search of the first page, so the cursor carries the filters.
 */
import { createHash } from "node:crypto";
import type { Instant } from "../../../kit/time/instant.ts";
import type { ListFilters, PagePosition } from "./catalogue-page.ts";

export interface Cursor {
  readonly filters: ListFilters;
  readonly after: PagePosition;
}

/**
 * Names reach 200 characters, versions 255, a search 200. A character takes up to six bytes, as an escape of JSON, and base64 of all
 * of them stays below.
 */
const MAX_CURSOR_LENGTH = 8192;
const CHECK_LENGTH = 6;

const FILTERS = {
  search: "string",
  searchIn: "string",
  version: "string",
  updatedSince: "number",
  includeDeleted: "boolean",
  registryType: "string",
  kind: "string",
  status: "string",
  sort: "string",
} as const satisfies Record<keyof ListFilters, string>;

export function encodeCursor({ filters, after }: Cursor): string {
  const payload = Buffer.from(JSON.stringify({ f: filters, a: [after.name, after.version, after.updatedAt ?? null] }));
  return checkOf(payload) + payload.toString("base64url");
}

/** Undefined for text that is not one of our cursors, or not whole. The check finds accidents; it is not a secret. */
export function decodeCursor(text: string): Cursor | undefined {
  if (text.length > MAX_CURSOR_LENGTH || !/^[A-Za-z0-9_-]+$/.test(text)) return undefined;
  const payload = Buffer.from(text.slice(CHECK_LENGTH), "base64url");
  if (checkOf(payload) !== text.slice(0, CHECK_LENGTH)) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(payload.toString());
  } catch {
    return undefined;
  }
  return isCursor(value) ? read(value) : undefined;
}

/**
 * The filters of a page that goes on with a cursor: those of its first page. A filter that the request names as well
 * must be the same, else it is a cursor of another list, and the answer is undefined.
 */
export function continueWith(cursor: Cursor, asked: ListFilters): ListFilters | undefined {
  const same = (Object.keys(asked) as (keyof ListFilters)[]).every(
    (name) => asked[name] === undefined || asked[name] === cursor.filters[name],
  );
  return same ? cursor.filters : undefined;
}

interface Written {
  readonly f: Record<string, unknown>;
  readonly a: readonly [string, string, number | null];
}

function isCursor(value: unknown): value is Written {
  if (typeof value !== "object" || value === null) return false;
  const { f, a } = value as { f?: unknown; a?: unknown };
  if (typeof f !== "object" || f === null || !Array.isArray(a) || a.length !== 3) return false;
  const known = FILTERS as Record<string, string | undefined>;
  return (
    Object.entries(f).every(([name, member]) => known[name] === typeof member) &&
    typeof a[0] === "string" &&
    typeof a[1] === "string" &&
    (a[2] === null || Number.isSafeInteger(a[2]))
  );
}

function read({ f, a: [name, version, updatedAt] }: Written): Cursor {
  const position = { name, version };
  return {
    filters: f,
    after: updatedAt === null ? position : { ...position, updatedAt: updatedAt as Instant },
  };
}

function checkOf(payload: Buffer): string {
  return createHash("sha1")
    .update(payload)
    .digest("base64url")
    .slice(0, CHECK_LENGTH)
    .replace(/[^A-Za-z0-9]/g, "x");
}
