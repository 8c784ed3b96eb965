/** Pages of lists that the trading platform numbers. */
import { query } from "../../../live/place.ts";

export const PAGE = 50;

/** The page that a parameter of the address names, from 1. */
export function pageNumber(param: string): number {
  const asked = Number(query.value.get(param) ?? "1");
  return Number.isInteger(asked) && asked > 0 ? asked : 1;
}

/** How many pages there are. The page that is shown counts, so that a list which became shorter leads back. */
export function pagesOf(total: number, page: number): number {
  return Math.max(page, Math.ceil(total / PAGE));
}
