/**
 * The worlds that were seen, by 64 bits of a hash of each (hash compaction: P. Wolper and D. Leroy, "Reliable hashing without
 * collision detection", 1993), and how each came about. Two of twenty million worlds have the same hash with a probability of
 * 0.00001, and one of them is then left out.
 */

const FIRST_ROOM = 2 ** 14;
/** Of the places of the table, so many for a world. */
const PLACES = 2;

export class SeenWorlds {
  #size = 0;
  /** Open addressing: the number of a world and one, or 0 for a free place. */
  #table = new Uint32Array(FIRST_ROOM * PLACES);
  #high = new Uint32Array(FIRST_ROOM);
  #low = new Uint32Array(FIRST_ROOM);
  #from = new Uint32Array(FIRST_ROOM);
  #step = new Uint16Array(FIRST_ROOM);
  readonly #names: string[] = [];
  readonly #numbers = new Map<string, number>();

  get size(): number {
    return this.#size;
  }

  /**
   * @param key what makes the world the one that it is
   * @param from the number of the world before it; its own for the first
   * @param step how it came about from that
   * @returns its number; what `size` was before, for one that is new
   */
  add(key: readonly number[], from: number, step: string): number {
    const high = hashOf(key, 0x9e3779b1, 0x85ebca77);
    const low = hashOf(key, 0xc2b2ae3d, 0x27d4eb2f);
    const place = this.#placeOf(high, low);
    const known = this.#table[place] ?? 0;
    if (known !== 0) return known - 1;
    const number = this.#size++;
    this.#table[place] = number + 1;
    this.#high[number] = high;
    this.#low[number] = low;
    this.#from[number] = from;
    this.#step[number] = this.#nameOf(step);
    if (this.#size === this.#high.length) this.#grow();
    return number;
  }

  /** The steps from the first world to this one. */
  storyOf(number: number): string[] {
    const steps: string[] = [];
    for (let at = number; at !== this.#from[at]; at = this.#from[at] ?? at) {
      steps.unshift(this.#names[this.#step[at] ?? 0] ?? "");
    }
    return steps;
  }

  #placeOf(high: number, low: number): number {
    const mask = this.#table.length - 1;
    for (let place = low & mask; ; place = (place + 1) & mask) {
      const number = (this.#table[place] ?? 0) - 1;
      if (number < 0 || (this.#high[number] === high && this.#low[number] === low)) return place;
    }
  }

  #nameOf(step: string): number {
    let number = this.#numbers.get(step);
    if (number === undefined) {
      number = this.#names.push(step) - 1;
      this.#numbers.set(step, number);
    }
    return number;
  }

  #grow(): void {
    const room = this.#high.length * 2;
    this.#high = grown(this.#high, new Uint32Array(room));
    this.#low = grown(this.#low, new Uint32Array(room));
    this.#from = grown(this.#from, new Uint32Array(room));
    this.#step = grown(this.#step, new Uint16Array(room));
    this.#table = new Uint32Array(room * PLACES);
    for (let number = 0; number < this.#size; number++) {
      this.#table[this.#placeOf(this.#high[number] ?? 0, this.#low[number] ?? 0)] = number + 1;
    }
  }
}

function grown<Numbers extends Uint32Array | Uint16Array>(old: Numbers, room: Numbers): Numbers {
  room.set(old);
  return room;
}

/** 32 bits that each number of the key and its place in it decide: the rounds and the end of MurmurHash3 (A. Appleby). */
function hashOf(key: readonly number[], seed: number, factor: number): number {
  let hash = seed;
  for (const number of key) {
    let part = Math.imul(number, factor);
    part = Math.imul((part << 15) | (part >>> 17), 0x1b873593);
    hash ^= part;
    hash = (Math.imul((hash << 13) | (hash >>> 19), 5) + 0xe6546b64) | 0;
  }
  hash ^= key.length;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
