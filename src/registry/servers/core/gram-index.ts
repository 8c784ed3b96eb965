/**
 * An index of short texts by the runs of two and of three characters in them. For a search text it gives a list that holds
 * every owner whose text contains it, and some others; the caller looks at each.
 */

const GRAM = 3;
const NOBODY: readonly never[] = [];

/** So many owners that walking through all of them soon finds enough. */
const COMMON = 4_000;

export class GramIndex<Owner> {
  /** The owners of each run; undefined for a common one. */
  readonly #owners = new Map<string, Owner[] | undefined>();
  readonly #common: number;

  /** @param common a run that more owners have is common, and no list is kept of it. */
  constructor(common = COMMON) {
    this.#common = common;
  }

  /**
   * Adds a text (in lower case) of an owner. Texts are only ever added: an owner whose text has changed stays under the
   * old runs too, which makes candidates that the caller's look rejects, never a missing one.
   */
  add(text: string, owner: Owner): void {
    for (let at = 0; at + 2 <= text.length; at++) {
      this.#addRun(text.slice(at, at + 2), owner);
      if (at + GRAM <= text.length) this.#addRun(text.slice(at, at + GRAM), owner);
    }
  }

  #addRun(run: string, owner: Owner): void {
    const list = this.#owners.get(run);
    if (!list) {
      if (!this.#owners.has(run)) this.#owners.set(run, [owner]);
      // A run that comes twice in one text adds its owner once: nothing was added in between.
    } else if (list[list.length - 1] !== owner) {
      if (list.length < this.#common) list.push(owner);
      else this.#owners.set(run, undefined);
    }
  }

  /**
   * The shortest list that holds every owner whose text contains `search` (in lower case); may hold an owner more than
   * once. Undefined where every run of `search` is common, and for a search of one character.
   */
  candidates(search: string): readonly Owner[] | undefined {
    const run = Math.min(GRAM, search.length);
    if (run < 2) return undefined;
    let shortest: readonly Owner[] | undefined;
    for (let at = 0; at + run <= search.length; at++) {
      const gram = search.slice(at, at + run);
      const list = this.#owners.get(gram);
      if (list && (!shortest || list.length < shortest.length)) shortest = list;
      else if (!list && !this.#owners.has(gram)) return NOBODY;
    }
    return shortest;
  }
}
