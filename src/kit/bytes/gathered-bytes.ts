/** Collects bytes that come in pieces, in about as much memory as they have, however small a stranger makes the pieces. */

/** A piece of this size costs little beside its bytes. Below, each would take some 200 bytes more. */
const KEPT_WHOLE_BYTES = 1_024;
/** Smaller pieces are copied together into blocks of this size. */
const BLOCK_BYTES = 16_384;

export class GatheredBytes {
  #parts: Buffer[] = [];
  /** The rest of a block that smaller pieces are copied into. */
  #free = Buffer.alloc(0);
  /** What is copied and not among the parts yet: the beginning of `#free`. */
  #copied = 0;
  #size = 0;

  /** How many there are so far. */
  get size(): number {
    return this.#size;
  }

  add(piece: Buffer): void {
    this.#size += piece.length;
    if (piece.length >= KEPT_WHOLE_BYTES) {
      this.#closePart();
      this.#parts.push(piece);
      return;
    }
    if (piece.length > this.#free.length - this.#copied) {
      this.#closePart();
      this.#free = Buffer.allocUnsafeSlow(BLOCK_BYTES);
    }
    this.#copied += piece.copy(this.#free, this.#copied);
  }

  /** All of them, in their order; the collection is empty afterwards. */
  take(): Buffer {
    this.#closePart();
    const [first, second] = this.#parts;
    const whole = first && !second ? first : Buffer.concat(this.#parts, this.#size);
    this.clear();
    return whole;
  }

  clear(): void {
    this.#parts = [];
    this.#free = Buffer.alloc(0);
    this.#copied = 0;
    this.#size = 0;
  }

  #closePart(): void {
    if (this.#copied === 0) return;
    this.#parts.push(this.#free.subarray(0, this.#copied));
    this.#free = this.#free.subarray(this.#copied);
    this.#copied = 0;
  }
}
