/** One list of players that a text names by an identifier and players that it finds by their names. */

interface Identified {
  readonly id: bigint;
}

export interface PageParts<Subject extends Identified> {
  /** Named by an identifier, each once. The same for every page of a search. */
  readonly named: readonly Subject[];
  /** This page of those found by their names, in order. */
  readonly found: readonly Subject[];
  /** How many are found by their names, on all pages. */
  readonly foundTotal: number;
  /** How many of `named` are found by their names too, on all pages. */
  readonly foundAndNamed: number;
  readonly isFirst: boolean;
}

/**
 * One page of the list, and the length of the whole list. Those named by an identifier come first, on the first page.
 * They are left out wherever they are found by their names, so that the pages show each subject once. So a first page
 * may be longer than the others, and any page may be shorter.
 */
export function mergePage<Subject extends Identified>(
  parts: PageParts<Subject>,
): { readonly shown: readonly Subject[]; readonly total: number } {
  const { named, found, foundTotal, foundAndNamed, isFirst } = parts;
  const others = found.filter(({ id }) => named.every((each) => each.id !== id));
  return { shown: isFirst ? [...named, ...others] : others, total: foundTotal + named.length - foundAndNamed };
}
