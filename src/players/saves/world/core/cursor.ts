/** Reads little-endian values one after the other, and never past the end. */
import { WorldError } from "./error.ts";

export interface Cursor {
  /** Where the next value begins, in bytes from the start. */
  readonly position: number;
  int16(): number;
  int32(): number;
  uint32(): number;
  uint64(): bigint;
  float(): number;
  double(): number;
  /** A count of things that follow and have at least `leastBytes` each; refused when they cannot all be there. */
  count(leastBytes: number): number;
  /** An FString: int32 n, then n bytes of UTF-8, or -n units of UTF-16 for a negative n, the last of them NUL. */
  text(): string;
  skip(bytes: number): void;
}

/**
 * A cursor at `position` of the bytes. Every function of it throws a `damaged` `WorldError` that names `part` where a
 * value is not what it can be, or is not there; so does the making of one outside the bytes.
 */
export function cursorAt(bytes: Uint8Array, position: number, part: string): Cursor {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let next = position;
  const broken = (what: string): WorldError => new WorldError("damaged", `${part} ${what}.`);
  if (!Number.isSafeInteger(position) || position < 0 || position > bytes.length) {
    throw broken("is said to lie outside of the file");
  }
  const take = (size: number): number => {
    const at = next;
    if (size < 0 || size > bytes.length - at) throw broken("ends too early");
    next += size;
    return at;
  };
  const int32 = (): number => view.getInt32(take(4), true);
  return {
    get position() {
      return next;
    },
    int16: () => view.getInt16(take(2), true),
    int32,
    uint32: () => view.getUint32(take(4), true),
    uint64: () => view.getBigUint64(take(8), true),
    float: () => view.getFloat32(take(4), true),
    double: () => view.getFloat64(take(8), true),
    count(leastBytes) {
      const count = int32();
      if (count < 0 || count * leastBytes > bytes.length - next) throw broken("has a count that cannot be right");
      return count;
    },
    text() {
      const length = int32();
      if (length === 0) return "";
      const [size, unit] = length > 0 ? [length, 1] : [-length * 2, 2];
      const at = take(size);
      const end = at + size - unit;
      if (bytes[end] !== 0 || bytes[end + unit - 1] !== 0) throw broken("has a text without an end");
      try {
        return new TextDecoder(unit === 1 ? "utf-8" : "utf-16le", { fatal: true, ignoreBOM: true }).decode(
          bytes.subarray(at, end),
        );
      } catch (cause) {
        throw new WorldError("damaged", `${part} has a text that cannot be read.`, cause);
      }
    },
    skip: (size) => void take(size),
  };
}

/** Game time as a world save has it, in seconds. Refuses what no clock shows. */
export function checkedSeconds(seconds: number, part: string): number {
  if (Number.isFinite(seconds) && seconds >= 0) return seconds;
  throw new WorldError("damaged", `${part} has a game time that cannot be right.`);
}
