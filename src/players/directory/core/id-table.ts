/** Finds the place of an id among millions, in typed arrays: a Map of bigints would take ten times the memory. */
import { invariant } from "../../../kit/errors/invariant.ts";

const FREE = -1;
/** An id whose place was given up. Searches go on past it. */
const LEFT = -2;
const MAX_LOAD = 0.6;
const FIRST_SIZE = 1024;

/** A map of ids (int64) to places (0 to 2^31 - 1). */
export class IdTable {
  #ids = new BigInt64Array(FIRST_SIZE);
  #places = new Int32Array(FIRST_SIZE).fill(FREE);
  /** Slots that are not free, given up ones included. */
  #used = 0;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  get byteLength(): number {
    return this.#ids.byteLength + this.#places.byteLength;
  }

  /** The place of an id; undefined when it has none. */
  get(id: bigint): number | undefined {
    const place = this.#places[this.#slotOf(id)] as number;
    return place >= 0 ? place : undefined;
  }

  /** Gives an id a place, or another one. */
  set(id: bigint, place: number): void {
    invariant(Number.isInteger(place) && place >= 0 && place < 2 ** 31, "a place is a small number");
    const slot = this.#slotOf(id);
    if ((this.#places[slot] as number) < 0) {
      this.#used++;
      this.#size++;
    }
    this.#ids[slot] = id;
    this.#places[slot] = place;
    if (this.#used > this.#places.length * MAX_LOAD) this.#rebuild();
  }

  delete(id: bigint): void {
    const slot = this.#slotOf(id);
    if ((this.#places[slot] as number) < 0) return;
    this.#places[slot] = LEFT;
    this.#size--;
  }

  /** The slot of an id, or the free one where it would go. */
  #slotOf(id: bigint): number {
    const mask = this.#places.length - 1;
    let slot = hashOf(id) & mask;
    for (;;) {
      const place = this.#places[slot] as number;
      if (place === FREE || (place >= 0 && this.#ids[slot] === id)) return slot;
      slot = (slot + 1) & mask;
    }
  }

  /** Makes room, and forgets the slots that were given up. */
  #rebuild(): void {
    const ids = this.#ids;
    const places = this.#places;
    let size = FIRST_SIZE;
    while (size * MAX_LOAD < this.#size * 2) size *= 2;
    this.#ids = new BigInt64Array(size);
    this.#places = new Int32Array(size).fill(FREE);
    this.#used = this.#size;
    for (let slot = 0; slot < places.length; slot++) {
      const place = places[slot] as number;
      if (place < 0) continue;
      const id = ids[slot] as bigint;
      const fresh = this.#slotOf(id);
      this.#ids[fresh] = id;
      this.#places[fresh] = place;
    }
  }
}

/** Mixes both halves, so that ids given out in turn do not stand in a row. */
function hashOf(id: bigint): number {
  const low = Number(BigInt.asUintN(32, id));
  const high = Number(BigInt.asUintN(32, id >> 32n));
  let hash = Math.imul(low ^ Math.imul(high, 0x9e3779b1), 0x85ebca6b);
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 0xc2b2ae35);
  return (hash ^ (hash >>> 13)) >>> 0;
}
