/** A place in a save file from which little-endian values are read, and which never leaves the bytes it was given. */
import { SaveError } from "./save-error.ts";

/**
 * How many properties, type names and objects one file may have. The largest real profiles have a few hundred; the
 * limit keeps the time for a hostile file in proportion to an honest one's.
 */
const MAX_STEPS = 65_536;

/**
 * Reads values one after another. Every method throws `SaveError` when the value would end after `end`, and moves on
 * by exactly the bytes it read otherwise. Nothing is ever allocated by a length that has not been checked.
 */
export class Cursor {
  readonly bytes: Uint8Array;
  /** The byte that is read next. */
  at = 0;
  /** Where reading must stop: the end of the file, or of the structure that is being read. */
  end: number;
  readonly #view: DataView;
  #stepsLeft = MAX_STEPS;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    this.end = bytes.length;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** Moves over `count` bytes and answers where they began. */
  take(count: number): number {
    const start = this.at;
    if (!(count >= 0 && count <= this.end - start)) this.#refuse(count);
    this.at = start + count;
    return start;
  }

  /** Counts one property, type name or object against the file's limit. */
  step(): void {
    if (this.#stepsLeft-- === 0) throw new SaveError("too_much", "The file has too many properties.", this.at);
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

  #refuse(count: number): never {
    if (count < 0) throw new SaveError("malformed", "The file gives a negative length.", this.at);
    if (this.end < this.bytes.length && count <= this.bytes.length - this.at) {
      throw new SaveError("malformed", "A value in the file is longer than the part it stands in.", this.at);
    }
    throw new SaveError("cut_short", "The file ends in the middle of a value.", this.at);
  }
}
