/** Sums of searches in the catalogue as it is now: a search reads many versions, and its filters change only which sums count. */
import { LRUCache } from "lru-cache";
import type { Catalogue } from "./core/catalogue.ts";
import { sumFacets, type FacetSums } from "./core/facets.ts";

/** Sums of all searches together: some 10 MB. A search has a few dozen. */
const MAX_SUMS = 50_000;

export interface FacetCache {
  /**
   * The sums of this search, made unless they were made from this same state of the catalogue before.
   *
   * @param made is called with sums that were made.
   */
  get(
    catalogue: Catalogue,
    search: { readonly search?: string; readonly searchIn?: "name" | "all" },
    made?: (sums: FacetSums) => void,
  ): FacetSums;
}

export function facetCache(): FacetCache {
  const known = new LRUCache<string, FacetSums>({
    maxSize: MAX_SUMS,
    maxEntrySize: MAX_SUMS,
    sizeCalculation: ({ sums }) => 1 + sums.length,
  });
  let madeFrom: Catalogue | undefined;
  let generation = -1;
  return {
    get(catalogue, { search = "", searchIn = "name" }, made) {
      if (catalogue !== madeFrom || catalogue.generation !== generation) {
        known.clear();
        madeFrom = catalogue;
        generation = catalogue.generation;
      }
      const text = search.toLowerCase();
      // Without a text, where it is looked for makes no difference.
      const key = text === "" ? "" : `${searchIn} ${text}`;
      const found = known.get(key);
      if (found) return found;
      const sums = sumFacets(catalogue, text === "" ? {} : { search: text, searchIn });
      known.set(key, sums);
      made?.(sums);
      return sums;
    },
  };
}
