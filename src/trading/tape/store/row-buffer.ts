/**
 * Rows that are not in a file yet, by columns: what the recorder appends to on every message, so it allocates only when
 * it grows. It never holds more than its limit; what comes then is refused, for the caller to count.
 */

/** Columns of numbers, and at most one of texts. The first two are always the listing's index and the time. */
export class RowBuffer {
  readonly #limit: number;
  readonly #hasText: boolean;
  #capacity: number;
  listing: Int32Array;
  ms: Float64Array;
  /** The other columns of numbers, as the kind of the buffer orders them. */
  values: Float64Array[];
  text: string[] = [];
  count = 0;

  constructor({ columns, limit, hasText = false }: { columns: number; limit: number; hasText?: boolean }) {
    this.#limit = limit;
    this.#hasText = hasText;
    this.#capacity = Math.min(limit, 1_024);
    this.listing = new Int32Array(this.#capacity);
    this.ms = new Float64Array(this.#capacity);
    this.values = Array.from({ length: columns }, () => new Float64Array(this.#capacity));
  }

  /** Adds a row and answers its place, whose other columns the caller fills; -1 when it is full. */
  add(listing: number, ms: number): number {
    if (this.count === this.#capacity && !this.#grow()) return -1;
    const row = this.count++;
    this.listing[row] = listing;
    this.ms[row] = ms;
    return row;
  }

  clear(): void {
    this.count = 0;
    if (this.#hasText) this.text = [];
  }

  #grow(): boolean {
    if (this.#capacity >= this.#limit) return false;
    this.#capacity = Math.min(this.#limit, this.#capacity * 2);
    const grown = (column: Float64Array): Float64Array => {
      const larger = new Float64Array(this.#capacity);
      larger.set(column);
      return larger;
    };
    const listing = new Int32Array(this.#capacity);
    listing.set(this.listing);
    this.listing = listing;
    this.ms = grown(this.ms);
    this.values = this.values.map(grown);
    return true;
  }
}
