/**
 * Finds many keywords in a text in one pass, however many there are (Aho and Corasick, 1975), word by word. A keyword is a
 * run of words, and is found where exactly these words follow one another.
 */

/** More different words than this cannot be told apart. */
const MAX_WORDS = 2 ** 26;
const ROOT = 0;
const NONE: readonly number[] = [];

/**
 * Words and places in the tree of keywords are numbers, and all steps are in one map: a hundred thousand keywords take
 * some ten megabytes.
 */
export class WordMatcher {
  readonly #words = new Map<string, number>();
  /** Where a word leads to from a node, by `node * MAX_WORDS + word`. */
  readonly #steps = new Map<number, number>();
  /** By node: where matching goes on when the next word does not follow: the longest proper ending that begins a keyword. */
  readonly #fallbacks: number[] = [ROOT];
  /** By node: the nearest one on the way of fallbacks at which a keyword ends; the root where there is none. */
  readonly #shorter: number[] = [ROOT];
  /** By node: which keywords end there. */
  readonly #ends: (readonly number[])[] = [NONE];

  /** @param keywords each as its words; an empty one is never found. A match is given by its place in this list. */
  constructor(keywords: Iterable<readonly string[]>) {
    /** Nodes by how many words lead to them: each with its parent and the last word. */
    const depths: Step[][] = [];
    let place = 0;
    for (const words of keywords) {
      if (words.length > 0) {
        const node = this.#nodeOf(words, depths);
        this.#ends[node] = [...(this.#ends[node] ?? NONE), place];
      }
      place++;
    }
    this.#link(depths);
  }

  /** The places of the keywords that are in the text, in ascending order, each once. */
  find(words: readonly string[]): number[] {
    let found: Set<number> | undefined;
    let node = ROOT;
    for (const text of words) {
      const word = this.#words.get(text);
      // No keyword has this word: nothing that began before it can go on.
      node = word === undefined ? ROOT : this.#step(node, word);
      for (let at = node; at !== ROOT; at = this.#shorter[at] ?? ROOT) {
        for (const place of this.#ends[at] ?? NONE) (found ??= new Set()).add(place);
      }
    }
    return found ? [...found].toSorted((one, other) => one - other) : [];
  }

  #nodeOf(words: readonly string[], depths: Step[][]): number {
    let node = ROOT;
    for (const [depth, text] of words.entries()) {
      const word = this.#words.get(text) ?? this.#words.size;
      this.#words.set(text, word);
      const key = node * MAX_WORDS + word;
      let next = this.#steps.get(key);
      if (next === undefined) {
        next = this.#ends.length;
        this.#ends.push(NONE);
        this.#fallbacks.push(ROOT);
        this.#shorter.push(ROOT);
        this.#steps.set(key, next);
        (depths[depth] ??= []).push({ parent: node, word, node: next });
      }
      node = next;
    }
    return node;
  }

  #step(from: number, word: number): number {
    for (let node = from; ; node = this.#fallbacks[node] ?? ROOT) {
      const next = this.#steps.get(node * MAX_WORDS + word);
      if (next !== undefined) return next;
      if (node === ROOT) return ROOT;
    }
  }

  /** In the order of their depth, so that the nodes which others fall back to are linked already. */
  #link(depths: readonly (readonly Step[])[]): void {
    for (const [depth, steps] of depths.entries()) {
      for (const { parent, word, node } of steps) {
        const fallback = depth === 0 ? ROOT : this.#step(this.#fallbacks[parent] ?? ROOT, word);
        this.#fallbacks[node] = fallback;
        this.#shorter[node] = (this.#ends[fallback] ?? NONE).length > 0 ? fallback : (this.#shorter[fallback] ?? ROOT);
      }
    }
  }
}

interface Step {
  readonly parent: number;
  readonly word: number;
  readonly node: number;
}
