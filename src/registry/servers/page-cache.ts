/** Pages that were made from the catalogue as it is now: many callers ask for the same few. */
import { LRUCache } from "lru-cache";
import type { RawBody } from "../../kit/endpoint/output.ts";
import type { Catalogue } from "./core/catalogue.ts";

/** Of page bodies in memory. A page of 100 versions is about 120 kB. */
const MAX_BYTES = 24 * 1024 * 1024;

export interface PageCache {
  /** The page under this key, made by `make` unless it was made from this same state of the catalogue before. */
  get(catalogue: Catalogue, key: string, make: () => RawBody): RawBody;
}

export function pageCache(): PageCache {
  const pages = new LRUCache<string, RawBody>({
    maxSize: MAX_BYTES,
    sizeCalculation: (page, key) => page.body.length + key.length + 200,
  });
  let madeFrom: Catalogue | undefined;
  let generation = -1;
  return {
    get(catalogue, key, make) {
      if (catalogue !== madeFrom || catalogue.generation !== generation) {
        pages.clear();
        madeFrom = catalogue;
        generation = catalogue.generation;
      }
      const known = pages.get(key);
      if (known) return known;
      const page = make();
      pages.set(key, page);
      return page;
    },
  };
}
