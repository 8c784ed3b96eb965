/** The obvious ladder: a map by price, sorted whenever it is read. The fast one is compared with it. */
import type { BookSide } from "./ladder.ts";

export class NaiveLadder {
  readonly #levels = new Map<number, number>();
  readonly #side: BookSide;

  constructor(side: BookSide) {
    this.#side = side;
  }

  set(price: number, quantity: number): void {
    if (quantity === 0) this.#levels.delete(price);
    else this.#levels.set(price, quantity);
  }

  load(levels: ArrayLike<number>): void {
    this.#levels.clear();
    for (let at = 0; at + 1 < levels.length; at += 2) this.set(levels[at] ?? 0, levels[at + 1] ?? 0);
  }

  levels(limit: number): number[] {
    const sorted = [...this.#levels].sort(([one], [other]) => (this.#side === "bid" ? other - one : one - other));
    return sorted.slice(0, limit).flat();
  }
}
