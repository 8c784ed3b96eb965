/**
 * An index of short texts by the runs of three characters in them. For a search text it gives a list that holds every
 * owner whose text contains it, and some others; the caller looks at each.
 */

const GRAM = 3;
const NOBODY: readonly never[] = [];

export class GramIndex<Owner> {
  readonly #owners = new Map<string, Owner[]>();

  /**
   * Adds a text (in lower case) of an owner. Texts are only ever added: an owner whose text has changed stays under the
   * old runs too, which makes candidates that the caller's look rejects, never a missing one.
   */
  add(text: string, owner: Owner): void {
    for (let at = 0; at + GRAM <= text.length; at++) {
      const gram = text.slice(at, at + GRAM);
      const list = this.#owners.get(gram);
      if (!list) this.#owners.set(gram, [owner]);
      // A run that comes twice in one text adds its owner once: nothing was added in between.
      else if (list[list.length - 1] !== owner) list.push(owner);
    }
  }

  /**
   * The shortest list that holds every owner whose text contains `search` (in lower case); may hold an owner more than
   * once. Undefined for a search of one or two characters: so many texts hold those that looking at all is as good.
   */
  candidates(search: string): readonly Owner[] | undefined {
    if (search.length < GRAM) return undefined;
    let shortest: readonly Owner[] | undefined;
    for (let at = 0; at + GRAM <= search.length; at++) {
      const list = this.#owners.get(search.slice(at, at + GRAM));
      if (!list) return NOBODY;
      if (!shortest || list.length < shortest.length) shortest = list;
    }
    return shortest;
  }
}
