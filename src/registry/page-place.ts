/** Where the next page of an admin's list begins: lists are newest first, so that is a time and the id of an entry. */
import { Type } from "typebox";
import { errors } from "../kit/errors/catalogue.ts";
import type { Instant } from "../kit/time/instant.ts";

export interface PagePlace {
  readonly at: Instant;
  readonly id: string;
}

export const pageErrors = errors("pages", {
  invalidCursor: { status: 400, says: "Invalid cursor: use metadata.nextCursor exactly as it was returned" },
});

/** Query parameters of such a list. */
export const pageQuery = {
  cursor: Type.Optional(
    Type.String({ maxLength: 400, description: "`metadata.nextCursor` of the page before, exactly as returned" }),
  ),
  limit: Type.Integer({ minimum: 1, maximum: 100, default: 50, description: "Entries on a page" }),
};

export const pageMetadata = Type.Object(
  {
    nextCursor: Type.Optional(Type.String({ description: "Of the next page; the last one has none" })),
    count: Type.Integer({ minimum: 0, description: "Entries on this page" }),
  },
  { title: "PageMetadata", additionalProperties: false },
);

/** @throws 400 for a text that is not one of our cursors. */
export function placeOf(cursor: string | undefined): PagePlace | undefined {
  if (cursor === undefined) return undefined;
  const text = /^[\w-]{1,400}$/.test(cursor) ? Buffer.from(cursor, "base64url").toString() : "";
  const [, at = "", id = ""] = /^(\d{1,16})\.(\w{1,200})$/.exec(text) ?? [];
  if (id === "" || !Number.isSafeInteger(Number(at))) throw pageErrors.invalidCursor();
  return { at: Number(at) as Instant, id };
}

/**
 * A page of rows, and what the next one begins with.
 *
 * @param rows one more than `limit`, where there are so many.
 */
export function pageOf<Row>(
  rows: readonly Row[],
  limit: number,
  placeOfRow: (row: Row) => PagePlace,
): { readonly shown: readonly Row[]; readonly metadata: { readonly nextCursor?: string; readonly count: number } } {
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  if (last === undefined) return { shown, metadata: { count: shown.length } };
  const { at, id } = placeOfRow(last);
  const nextCursor = Buffer.from(`${at}.${id}`).toString("base64url");
  return { shown, metadata: { nextCursor, count: shown.length } };
}
