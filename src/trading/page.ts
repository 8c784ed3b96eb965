/** Pages of lists: callers count them from 1, and tables skip rows. */
import type { Paging } from "./shapes.ts";

/** Which rows of a list are wanted. */
export interface Page {
  readonly limit: number;
  readonly offset: number;
}

/** The rows that a page holds. */
export function rowsOf({ limit, pagenumber }: Paging): Page {
  return { limit, offset: (pagenumber - 1) * limit };
}

/** One page of a list that is in memory. */
export function pageOfAll<Item>(all: readonly Item[], paging: Paging): Item[] {
  const { limit, offset } = rowsOf(paging);
  return all.slice(offset, offset + limit);
}
