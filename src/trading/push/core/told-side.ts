/** A side of a book as it is sent: its best levels, and which of them have changed since an earlier version. */

/** Prices whose last change is kept. A reader that is further behind gets the whole side. */
const MAX_CHANGES = 1_000;

export class ToldSide {
  /** By price. */
  #levels: ReadonlyMap<number, number> = new Map();
  /** The version of each price's last change, the oldest first. A price may be gone since. */
  readonly #changedAt = new Map<number, number>();
  /** Changes up to this version may not be kept any more. */
  #forgotten = -1;

  /**
   * Takes the levels as they are now, best first: price, quantity, price, quantity.
   *
   * @param version higher than that of any levels before
   * @returns whether they differ from those before
   */
  take(levels: readonly number[], version: number): boolean {
    const next = new Map<number, number>();
    let hasChanged = false;
    for (let at = 0; at + 1 < levels.length; at += 2) {
      const [price = 0, quantity = 0] = [levels[at], levels[at + 1]];
      next.set(price, quantity);
      if (this.#levels.get(price) === quantity) continue;
      this.#note(price, version);
      hasChanged = true;
    }
    for (const price of this.#levels.keys()) {
      if (next.has(price)) continue;
      this.#note(price, version);
      hasChanged = true;
    }
    if (hasChanged) this.#levels = next;
    return hasChanged;
  }

  /** All levels, best first. */
  all(): readonly (readonly [price: number, quantity: number])[] {
    return [...this.#levels];
  }

  /**
   * The levels that have changed after a version, with quantity 0 for one that is gone, in the order of their changes.
   * Undefined when they are not known any more.
   */
  since(version: number): readonly (readonly [price: number, quantity: number])[] | undefined {
    if (version < this.#forgotten) return undefined;
    const changed: [number, number][] = [];
    for (const [price, at] of this.#changedAt) {
      if (at > version) changed.push([price, this.#levels.get(price) ?? 0]);
    }
    return changed;
  }

  #note(price: number, version: number): void {
    this.#changedAt.delete(price);
    this.#changedAt.set(price, version);
    if (this.#changedAt.size <= MAX_CHANGES) return;
    const [oldest] = this.#changedAt;
    if (!oldest) return;
    this.#changedAt.delete(oldest[0]);
    this.#forgotten = oldest[1];
  }
}
