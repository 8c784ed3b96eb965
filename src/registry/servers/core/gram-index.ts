/**
 * An index of short texts by the runs of two and of three characters in them. For a search text it gives a list that holds
 * every owner whose text contains it, and some others; the caller looks at each.
 */

const GRAM = 3;
const NOBODY: readonly never[] = [];

/** So many owners that walking through all of them soon finds enough. */
const COMMON = 4_000;

type Owners<Owner> = Map<number, Owner[] | undefined>;

export class GramIndex<Owner> {
  /** The owners of each run of two and of three; undefined for a common one. */
  readonly #pairs: Owners<Owner> = new Map();
  readonly #triples: Owners<Owner> = new Map();
  readonly #common: number;

  /** @param common a run that more owners have is common, and no list is kept of it. */
  constructor(common = COMMON) {
    this.#common = common;
  }

  /**
   * Adds a text (in lower case) of an owner. Texts are only ever added. An owner whose text has changed stays under
   * the old runs too, which gives candidates that the caller rejects after a look, never a missing one.
   */
  add(text: string, owner: Owner): void {
    for (let at = 0; at + 2 <= text.length; at++) {
      this.#addRun(this.#pairs, pairAt(text, at), owner);
      if (at + GRAM <= text.length) this.#addRun(this.#triples, tripleAt(text, at), owner);
    }
  }

  #addRun(owners: Owners<Owner>, run: number, owner: Owner): void {
    const list = owners.get(run);
    if (!list) {
      if (!owners.has(run)) owners.set(run, [owner]);
      // A run that comes twice in one text adds its owner once: nothing was added in between.
    } else if (list[list.length - 1] !== owner) {
      if (list.length < this.#common) list.push(owner);
      else owners.set(run, undefined);
    }
  }

  /**
   * The shortest list that holds every owner whose text contains `search` (in lower case); may hold an owner more than
   * once. Undefined where every run of `search` is common, and for a search of one character.
   */
  candidates(search: string): readonly Owner[] | undefined {
    if (search.length < 2) return undefined;
    const [owners, runAt, run] = search.length === 2 ? [this.#pairs, pairAt, 2] : [this.#triples, tripleAt, GRAM];
    let shortest: readonly Owner[] | undefined;
    for (let at = 0; at + run <= search.length; at++) {
      const gram = runAt(search, at);
      const list = owners.get(gram);
      if (list && (!shortest || list.length < shortest.length)) shortest = list;
      else if (!list && !owners.has(gram)) return NOBODY;
    }
    return shortest;
  }
}

/**
 * A run as a small integer, which a Map finds in half the time of a text. Of each character ten bits are kept: runs of
 * far-off characters may share a number, and then a list; the caller looks at each owner anyway.
 */
function tripleAt(text: string, at: number): number {
  return (pairAt(text, at) << 10) | (text.charCodeAt(at + 2) & 1023);
}

function pairAt(text: string, at: number): number {
  return ((text.charCodeAt(at) & 1023) << 10) | (text.charCodeAt(at + 1) & 1023);
}
