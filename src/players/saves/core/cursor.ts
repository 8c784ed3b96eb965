/** A place in a save file from which values are read. Its methods throw `SaveError`. */
import { LittleEndian } from "../../../kit/bytes/little-endian.ts";
import { SaveError } from "./save-error.ts";

/**
 * How many properties, type names and objects one file may have. The largest real profiles have a few hundred; the
 * limit keeps the time for a hostile file in proportion to an honest one's.
 */
const MAX_STEPS = 65_536;

export class Cursor extends LittleEndian {
  #stepsLeft = MAX_STEPS;

  /** Counts one property, type name or object against the file's limit. */
  step(): void {
    if (this.#stepsLeft-- === 0) throw new SaveError("too_much", "The file has too many properties.", this.at);
  }

  protected override refuse(count: number): never {
    if (count < 0) throw new SaveError("malformed", "The file gives a negative length.", this.at);
    if (this.end < this.bytes.length && count <= this.bytes.length - this.at) {
      throw new SaveError("malformed", "A value in the file is longer than its part of the file.", this.at);
    }
    throw new SaveError("cut_short", "The file ends in the middle of a value.", this.at);
  }
}
