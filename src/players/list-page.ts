/**
 * Pages of lists whose entries do not have a number: as of a search, the header `Link` leads to the next page. Its cursor
 * says behind which entry that begins, so that entries that come or go in between move no other one.
 */
import { Type } from "typebox";
import { errors } from "../kit/errors/catalogue.ts";
import type { Instant } from "../kit/time/instant.ts";
import { decodeCursor, encodeCursor } from "./cursor.ts";
import { cutToLimit, HAS_MORE } from "./has-more.ts";

export const listErrors = errors("list", {
  badCursor: { status: 400, says: "cursor must be one from the Link of a page of this same list." },
});

/** Of the query. */
export const pageCursor = Type.Optional(
  Type.String({ maxLength: 300, description: "From the `Link` of the page before" }),
);

/** Of outputs that `cutToPage` makes. */
export const PAGE_HEADERS = {
  ...HAS_MORE,
  Link: 'The next page, as `rel="next"`; absent on the last one',
};

interface PageQuery {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

export interface ListPlace {
  /** `/Player/101/Names`: with `filter`, it names the list. */
  readonly path: string;
  /** What the list is filtered by, without those that are absent. */
  readonly filter?: Readonly<Record<string, string>>;
}

/**
 * Where a page begins; undefined for the first one.
 *
 * @param read makes a position of the parts that a cursor holds; undefined for what is not one.
 * @throws 400 for what is not a cursor of this list.
 */
export function readCursor<Position>(
  place: ListPlace,
  { cursor }: PageQuery,
  read: (parts: readonly unknown[]) => Position | undefined,
): Position | undefined {
  if (cursor === undefined) return undefined;
  const parts = decodeCursor(nameOf(place), cursor);
  const position = parts && read(parts);
  if (position === undefined) throw listErrors.badCursor();
  return position;
}

/** The entries of a page that was read with one more than its limit, and the headers that lead on. */
export function cutToPage<Entry>(
  entries: readonly Entry[],
  place: ListPlace,
  { limit }: PageQuery,
  positionOf: (last: Entry) => readonly (string | number)[],
): { readonly shown: readonly Entry[]; readonly headers: Readonly<Record<string, string>> } {
  const { shown, headers } = cutToLimit(entries, limit);
  const last = entries.length > limit ? shown.at(-1) : undefined;
  if (last === undefined) return { shown, headers };
  const cursor = encodeCursor(nameOf(place), positionOf(last));
  const next = new URLSearchParams({ ...place.filter, limit: String(limit), cursor });
  return { shown, headers: { ...headers, Link: `<${place.path}?${next.toString()}>; rel="next"` } };
}

function nameOf({ path, filter }: ListPlace): string {
  return JSON.stringify([path, filter ?? {}]);
}

/** Of a cursor's part; undefined for what is not the time of an entry. */
export function instantIn(part: unknown): Instant | undefined {
  return Number.isSafeInteger(part) && (part as number) >= 0 ? (part as Instant) : undefined;
}
