/** One page of two lists as if they were one: a long one that is read in parts, and a short one in memory. Pure. */
import type { Page } from "../../page.ts";

/** Which rows of the long list are needed for a page of both, where the short one has `others` entries. */
export function unmergedRows({ limit, offset }: Page, others: number): Page {
  const start = Math.max(0, offset - others);
  return { limit: offset + limit - start, offset: start };
}

/**
 * The page, newest first.
 *
 * @param rows what `unmergedRows` names of the long list, newest first
 * @param others the whole short list
 */
export function mergedPage<Item>(
  rows: readonly Item[],
  others: readonly Item[],
  page: Page,
  atMs: (item: Item) => number,
): Item[] {
  // Whatever is newer than the first row that was read comes before the page: there are at most this many others.
  const start = page.offset - unmergedRows(page, others.length).offset;
  return [...rows, ...others].toSorted((one, other) => atMs(other) - atMs(one)).slice(start, start + page.limit);
}
