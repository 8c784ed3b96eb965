/**
 * Lists say in a header whether their limit left entries out. A header, since the answers of some are bare arrays, and a
 * client should find it at the same place in all.
 */

/** Of outputs with the header of `moreHeader` or `cutToLimit`. */
export const HAS_MORE = { "X-Has-More": "`true` where `limit` left entries out, else `false`" };

/** The header. */
export function moreHeader(more: boolean): Readonly<Record<string, string>> {
  return { "X-Has-More": String(more) };
}

/** The entries of a list that was read with one more than its limit. */
export function cutToLimit<Entry>(
  entries: readonly Entry[],
  limit: number,
): { readonly shown: readonly Entry[]; readonly headers: Readonly<Record<string, string>> } {
  return { shown: entries.slice(0, limit), headers: moreHeader(entries.length > limit) };
}
