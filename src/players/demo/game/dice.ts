/** Chance that can be played again: the same seed gives the same numbers. */

/** A small generator (sfc32). Good enough for invented lives, and for nothing that must not be guessed. */
export class Dice {
  readonly #state: Uint32Array;

  /** @param seed any number; its lowest 32 bits count. */
  constructor(seed: number) {
    this.#state = Uint32Array.of(seed, 0x9e3779b9, 0x243f6a88, 1);
    for (let warmUp = 0; warmUp < 16; warmUp++) this.#next();
  }

  /** From `least` to `most`, both included. */
  between(least: number, most: number): number {
    return least + Math.floor((this.#next() / 2 ** 32) * (most - least + 1));
  }

  /** True in so many of 100 cases. */
  percent(chance: number): boolean {
    return (this.#next() / 2 ** 32) * 100 < chance;
  }

  /** One of a list; undefined of an empty one. */
  pick<Item>(items: readonly Item[]): Item | undefined {
    return items[this.between(0, items.length - 1)];
  }

  /** This many digits in hexadecimal. */
  hex(digits: number): string {
    return Array.from({ length: digits }, () => this.between(0, 15).toString(16)).join("");
  }

  #next(): number {
    const [a = 0, b = 0, c = 0, count = 0] = this.#state;
    const result = (a + b + count) >>> 0;
    this.#state.set([b ^ (b >>> 9), c + (c << 3), ((c << 21) | (c >>> 11)) + result, count + 1]);
    return result;
  }
}
