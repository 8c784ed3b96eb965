/** Little-endian values, read one after another. */

/**
 * A place in bytes that never leaves them. Every method moves on by exactly the bytes it read, and refuses a value that
 * would end after `end`. Nothing is ever allocated by a length that has not been checked.
 */
export abstract class LittleEndian {
  readonly bytes: Uint8Array;
  /** The byte that is read next. */
  at: number;
  /** Where reading must stop: the end of the bytes, or of the structure that is being read. */
  end: number;
  readonly #view: DataView;

  constructor(bytes: Uint8Array, at = 0) {
    this.bytes = bytes;
    this.at = at;
    this.end = bytes.length;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** Throws what readers of this format throw where `count` bytes, which may be negative or NaN, are not there at `at`. */
  protected abstract refuse(count: number): never;

  /** Moves over `count` bytes and answers where they began. */
  take(count: number): number {
    const start = this.at;
    if (!(count >= 0 && count <= this.end - start)) this.refuse(count);
    this.at = start + count;
    return start;
  }

  uint8(): number {
    return this.#view.getUint8(this.take(1));
  }

  int8(): number {
    return this.#view.getInt8(this.take(1));
  }

  int16(): number {
    return this.#view.getInt16(this.take(2), true);
  }

  uint16(): number {
    return this.#view.getUint16(this.take(2), true);
  }

  int32(): number {
    return this.#view.getInt32(this.take(4), true);
  }

  uint32(): number {
    return this.#view.getUint32(this.take(4), true);
  }

  int64(): bigint {
    return this.#view.getBigInt64(this.take(8), true);
  }

  uint64(): bigint {
    return this.#view.getBigUint64(this.take(8), true);
  }

  float32(): number {
    return this.#view.getFloat32(this.take(4), true);
  }

  float64(): number {
    return this.#view.getFloat64(this.take(8), true);
  }
}
