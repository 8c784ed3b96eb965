/**
 * Changes that were not sent yet: each listing at most once, in the order of the first change. So a late reader gets
 * the newest state, and the waiting entries never exceed the number of listings.
 */
export class DirtySet {
  #isIn = new Uint8Array(64);
  /** A ring. */
  #queue = new Int32Array(64);
  #first = 0;
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** Adds an index; false when it waits already. */
  add(index: number): boolean {
    if (index >= this.#isIn.length) this.#grow(index + 1);
    if (this.#isIn[index] === 1) return false;
    this.#isIn[index] = 1;
    const { length } = this.#queue;
    const place = this.#first + this.#length;
    this.#queue[place < length ? place : place - length] = index;
    this.#length++;
    return true;
  }

  /** Takes the one that waits for longest; -1 when none does. */
  take(): number {
    if (this.#length === 0) return -1;
    const index = this.#queue[this.#first] as number;
    this.#first = this.#first + 1 === this.#queue.length ? 0 : this.#first + 1;
    this.#length--;
    this.#isIn[index] = 0;
    return index;
  }

  /** The queue is as long as the flags are, so it cannot overflow. */
  #grow(wanted: number): void {
    const size = Math.max(wanted, this.#isIn.length * 2);
    const flags = new Uint8Array(size);
    flags.set(this.#isIn);
    const queue = new Int32Array(size);
    for (let place = 0; place < this.#length; place++) {
      queue[place] = this.#queue[(this.#first + place) % this.#queue.length] as number;
    }
    this.#isIn = flags;
    this.#queue = queue;
    this.#first = 0;
  }
}
