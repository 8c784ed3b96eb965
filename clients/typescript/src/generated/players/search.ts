// Made by scripts/generate.js from the OpenAPI document. Do not edit.
import type { Paged } from "../../operation.ts";
import type { SimpleProfile, TribeSummary } from "./schemas.ts";

export interface SearchNamesParams {
  /** What to search. */
  type: "Player" | "Tribe";
  /** What to search for: 1 to 64 characters. */
  q: string;
  /** Items on a page; what an identifier names comes on top. 1 to 200. Default: 50. */
  limit?: number;
  /** From the `Link` of the page before. */
  cursor?: string;
}

export type SearchNamesResult = SimpleProfile[] | TribeSummary[];

export interface SearchOperations {
  /**
   * Search players or tribes. Accents, case and decorations do not matter. Best first: the very name, the same
   * letters, names that begin with it, words that do, names that contain it, one or two typing errors, look-alike
   * letters, former names; then who is online, who was seen last, shorter names, lower ids. A Steam id in any of its
   * forms, an EOS id or a number finds its player first.
   */
  searchNames: Paged<SearchNamesParams, SearchNamesResult, SimpleProfile | TribeSummary>;
}
