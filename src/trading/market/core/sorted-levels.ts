/**
 * Levels in one order, for those of a book that are far from the touch: two typed arrays that are searched by halves.
 * The best come last, so that what changes near the touch moves little memory.
 */

const FIRST_CAPACITY = 16;

export class SortedLevels {
  #keys = new Float64Array(0);
  #quantities = new Float64Array(0);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** The key at a place; the last is the best. */
  keyAt(place: number): number {
    return this.#keys[place] ?? Number.NaN;
  }

  quantityAt(place: number): number {
    return this.#quantities[place] ?? 0;
  }

  /** The quantity at a key, 0 for none. */
  get(key: number): number {
    const place = this.#placeOf(key);
    return place < this.#length && this.#keys[place] === key ? this.quantityAt(place) : 0;
  }

  /** Sets or, with a quantity of 0, removes a level. */
  set(key: number, quantity: number): void {
    const place = this.#placeOf(key);
    if (place < this.#length && this.#keys[place] === key) {
      if (quantity === 0) this.#remove(place);
      else this.#quantities[place] = quantity;
    } else if (quantity !== 0) this.#insert(place, key, quantity);
  }

  /** Adds a level that is better than all that are here. */
  append(key: number, quantity: number): void {
    this.#insert(this.#length, key, quantity);
  }

  /** Removes the best level. */
  pop(): void {
    this.#length--;
  }

  /** Removes the worst levels until no more than `length` are left. */
  keepBest(length: number): void {
    const surplus = this.#length - length;
    if (surplus <= 0) return;
    this.#keys.copyWithin(0, surplus, this.#length);
    this.#quantities.copyWithin(0, surplus, this.#length);
    this.#length = length;
  }

  /** Multiplies all keys: the same prices on a finer grid. */
  scale(factor: number): void {
    for (let place = 0; place < this.#length; place++) this.#keys[place] = this.keyAt(place) * factor;
  }

  clear(): void {
    this.#length = 0;
  }

  /** Where the key is, or would be. */
  #placeOf(key: number): number {
    const keys = this.#keys;
    let low = 0;
    let high = this.#length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((keys[middle] as number) < key) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #insert(place: number, key: number, quantity: number): void {
    if (this.#length === this.#keys.length) this.#grow();
    if (place < this.#length) {
      this.#keys.copyWithin(place + 1, place, this.#length);
      this.#quantities.copyWithin(place + 1, place, this.#length);
    }
    this.#keys[place] = key;
    this.#quantities[place] = quantity;
    this.#length++;
  }

  #remove(place: number): void {
    this.#keys.copyWithin(place, place + 1, this.#length);
    this.#quantities.copyWithin(place, place + 1, this.#length);
    this.#length--;
  }

  #grow(): void {
    const capacity = Math.max(FIRST_CAPACITY, this.#keys.length * 2);
    const keys = new Float64Array(capacity);
    const quantities = new Float64Array(capacity);
    keys.set(this.#keys);
    quantities.set(this.#quantities);
    this.#keys = keys;
    this.#quantities = quantities;
  }
}
