/** A place in a part of a world save from which values are read. Its methods throw a `damaged` `WorldError`. */
import { LittleEndian } from "../../../../kit/bytes/little-endian.ts";
import { WorldError } from "./error.ts";

export class WorldCursor extends LittleEndian {
  readonly #part: string;

  /**
   * @param part what errors name
   * @throws WorldError where `position` is outside of the bytes.
   */
  constructor(bytes: Uint8Array, position: number, part: string) {
    super(bytes, position);
    this.#part = part;
    if (!Number.isSafeInteger(position) || position < 0 || position > bytes.length) {
      throw this.#damaged("is said to lie outside of the file");
    }
  }

  /** A count of things that follow and have at least `leastBytes` each; refused when they cannot all be there. */
  count(leastBytes: number): number {
    const count = this.int32();
    if (count < 0 || count * leastBytes > this.end - this.at) throw this.#damaged("has a count that cannot be right");
    return count;
  }

  /** An FString: int32 n, then n bytes of UTF-8, or -n units of UTF-16 for a negative n, the last of them NUL. */
  text(): string {
    const { bytes } = this;
    const length = this.int32();
    if (length === 0) return "";
    const [size, unit] = length > 0 ? [length, 1] : [-length * 2, 2];
    const at = this.take(size);
    const end = at + size - unit;
    if (bytes[end] !== 0 || bytes[end + unit - 1] !== 0) throw this.#damaged("has a text without an end");
    try {
      return new TextDecoder(unit === 1 ? "utf-8" : "utf-16le", { fatal: true, ignoreBOM: true }).decode(
        bytes.subarray(at, end),
      );
    } catch (cause) {
      throw this.#damaged("has a text that cannot be read", cause);
    }
  }

  protected override refuse(): never {
    throw this.#damaged("ends too early");
  }

  #damaged(what: string, cause?: unknown): WorldError {
    return new WorldError("damaged", `${this.#part} ${what}.`, cause);
  }
}

/** Game time as a world save has it, in seconds. Refuses what no clock shows. */
export function checkedSeconds(seconds: number, part: string): number {
  if (Number.isFinite(seconds) && seconds >= 0) return seconds;
  throw new WorldError("damaged", `${part} has a game time that cannot be right.`);
}
