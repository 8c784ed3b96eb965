/** The last things of a kind, in order: a ring that begins small. */
export class LastFew<Item> {
  readonly #items: Item[] = [];
  readonly #limit: number;
  #next = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  push(item: Item): void {
    this.#items[this.#next] = item;
    this.#next = this.#next + 1 === this.#limit ? 0 : this.#next + 1;
  }

  /** A copy, the newest last. */
  list(): Item[] {
    if (this.#items.length < this.#limit) return [...this.#items];
    return [...this.#items.slice(this.#next), ...this.#items.slice(0, this.#next)];
  }
}
