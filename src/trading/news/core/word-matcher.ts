/**
 * Finds many keywords in a text in one pass, however many there are (Aho and Corasick, 1975), word by word. A keyword is a
 * run of words, and is found where exactly these words follow one another.
 */

interface Node {
  readonly next: Map<string, Node>;
  /** Where matching goes on when the next word does not follow: the longest proper ending that is also a beginning. */
  fallback: Node | undefined;
  /** The nearest node on the way of fallbacks with a keyword that ends there. */
  shorter: Node | undefined;
  /** Which keywords end here. */
  readonly ends: number[];
}

export class WordMatcher {
  readonly #root = makeNode();

  /** @param keywords each as its words; an empty one is never found. What is found is told by its place in this list. */
  constructor(keywords: Iterable<readonly string[]>) {
    let place = 0;
    for (const words of keywords) {
      if (words.length > 0) this.#nodeOf(words).ends.push(place);
      place++;
    }
    this.#link();
  }

  /** The places of the keywords that are in the text, in ascending order, each once. */
  find(words: readonly string[]): number[] {
    const found = new Set<number>();
    let node = this.#root;
    for (const word of words) {
      node = this.#step(node, word);
      for (let at: Node | undefined = node; at; at = at.shorter) for (const place of at.ends) found.add(place);
    }
    return [...found].toSorted((one, other) => one - other);
  }

  #nodeOf(words: readonly string[]): Node {
    let node = this.#root;
    for (const word of words) {
      const next = node.next.get(word) ?? makeNode();
      node.next.set(word, next);
      node = next;
    }
    return node;
  }

  #step(from: Node, word: string): Node {
    let node = from;
    for (;;) {
      const next = node.next.get(word);
      if (next) return next;
      if (!node.fallback) return this.#root;
      node = node.fallback;
    }
  }

  /** Nodes are linked in the order of their depth, so that those which they fall back to are linked already. */
  #link(): void {
    const waiting: Node[] = [...this.#root.next.values()];
    for (const node of waiting) node.fallback = this.#root;
    // The list grows while it is walked.
    for (const node of waiting) {
      for (const [word, child] of node.next) {
        child.fallback = node.fallback ? this.#step(node.fallback, word) : this.#root;
        child.shorter = child.fallback.ends.length > 0 ? child.fallback : child.fallback.shorter;
        waiting.push(child);
      }
    }
  }
}

function makeNode(): Node {
  return { next: new Map(), fallback: undefined, shorter: undefined, ends: [] };
}
