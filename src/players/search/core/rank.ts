/** How well a name answers a query. */
import { isSeparator } from "./grams.ts";

/** Ranks, best first. Any match through a former name has the last one. */
export const RANK = {
  exactRaw: 1,
  exact: 2,
  prefix: 3,
  wordStart: 4,
  substring: 5,
  typo: 6,
  lookAlike: 7,
  former: 8,
} as const;
/** One of the numbers of `RANK`. */
export type Rank = (typeof RANK)[keyof typeof RANK];

/**
 * The rank of a normal form in `bytes[from..to)` that contains the query's, from `RANK.exact` to `RANK.substring`;
 * 0 where it does not. The query is not empty.
 */
export function directRank(bytes: Uint8Array, from: number, to: number, query: Uint8Array): Rank | 0 {
  const length = query.length;
  const first = query[0] as number;
  const last = to - length;
  let rank: Rank | 0 = 0;
  for (let at = from; at <= last; at++) {
    if (bytes[at] !== first) continue;
    let same = 1;
    while (same < length && bytes[at + same] === query[same]) same++;
    if (same < length) continue;
    if (at === from) return to - from === length ? RANK.exact : RANK.prefix;
    if (isSeparator(bytes[at - 1] as number)) return RANK.wordStart;
    rank = RANK.substring;
  }
  return rank;
}
