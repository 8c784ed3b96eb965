/** Pages that were made from the catalogue as it is now: many callers ask for the same few. */
import { LRUCache } from "lru-cache";
import { wholeOf, type RawBody } from "../../kit/endpoint/output.ts";
import type { Catalogue } from "./core/catalogue.ts";

/**
 * Of all pages together, without the entries' own bytes, which the catalogue holds anyway. A page of 100 versions takes
 * about 2 kB.
 */
const MAX_BYTES = 16 * 1024 * 1024;

/** Of pages that are kept as one piece. */
const MAX_JOINED_BYTES = 8 * 1024 * 1024;

/**
 * A page that was asked for this often is sent as one piece, which costs half as much as its parts. Making one piece
 * of every page would cost far more: they are large, and the garbage collector would do nothing else.
 */
const OFTEN = 16;

export interface PageCache {
  /** The page under this key, made by `make` unless it was made from this same state of the catalogue before. */
  get(catalogue: Catalogue, key: string, make: () => RawBody): RawBody;
}

interface Page {
  readonly raw: RawBody;
  asked: number;
}

export function pageCache(): PageCache {
  const pages = new LRUCache<string, Page>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ raw }, key) => 300 + key.length + 8 * raw.body.length,
  });
  const joined = new LRUCache<string, RawBody>({
    maxSize: MAX_JOINED_BYTES,
    sizeCalculation: ({ body }) => body.length,
  });
  let madeFrom: Catalogue | undefined;
  let generation = -1;
  return {
    get(catalogue, key, make) {
      if (catalogue !== madeFrom || catalogue.generation !== generation) {
        pages.clear();
        joined.clear();
        madeFrom = catalogue;
        generation = catalogue.generation;
      }
      const hot = joined.get(key);
      if (hot) return hot;
      const known = pages.get(key);
      if (!known) {
        const raw = make();
        pages.set(key, { raw, asked: 1 });
        return raw;
      }
      if (++known.asked < OFTEN) return known.raw;
      known.asked = 0;
      const { body, etag } = known.raw;
      const whole = { body: wholeOf(body), ...(etag === undefined ? {} : { etag }) };
      joined.set(key, whole);
      return whole;
    },
  };
}
