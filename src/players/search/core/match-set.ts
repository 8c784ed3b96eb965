/** Collects the matches of one search: each subject once, with its best name. Reused, so a search allocates little. */

const FIRST_ROOM = 1024;
/** The key of a match that lost against a better one of its subject. */
const LOST = 0;

/**
 * Matches in slots. A table lookup for each subject would cost more than all else, because a table of a million
 * subjects is not in the processor's caches. So two bits for each subject record whether it came once or more often,
 * and only the latter are sorted out at the end.
 */
export class MatchSet {
  #slots = 0;
  #distinct = 0;
  #seen = new Uint32Array(FIRST_ROOM);
  #repeated = new Uint32Array(FIRST_ROOM);
  #hasRepeats = false;
  #subjects = new Uint32Array(FIRST_ROOM);
  #keys = new Uint16Array(FIRST_ROOM);
  #names = new Uint32Array(FIRST_ROOM);
  readonly #comesFirst: (name: number, other: number) => boolean;

  /** `comesFirst` decides (rarely) between two names of a subject that are equal in rank, length and kind. */
  constructor(comesFirst: (name: number, other: number) => boolean) {
    this.#comesFirst = comesFirst;
  }

  /** How many subjects matched. */
  get count(): number {
    return this.#distinct;
  }

  /** Slots are numbered from 0 to below this; some may be lost (rank 0). */
  get slots(): number {
    return this.#slots;
  }

  /** Forgets all matches, and makes room for subjects below `subjects`. */
  clear(subjects: number): void {
    this.#slots = 0;
    this.#distinct = 0;
    const words = (subjects >>> 5) + 1;
    if (this.#seen.length < words) {
      this.#seen = new Uint32Array(words * 2);
      this.#repeated = new Uint32Array(words * 2);
    } else {
      this.#seen.fill(0, 0, words);
      if (this.#hasRepeats) this.#repeated.fill(0, 0, words);
    }
    this.#hasRepeats = false;
  }

  /** Adds a match. `length` is 0 to 255 code points, `name` any number that names it. */
  add(subject: number, rank: number, length: number, kind: number, name: number): void {
    const word = subject >>> 5;
    const bit = 1 << (subject & 31);
    const seen = this.#seen[word] as number;
    if ((seen & bit) === 0) {
      this.#seen[word] = seen | bit;
      this.#distinct += 1;
    } else {
      this.#repeated[word] = (this.#repeated[word] as number) | bit;
      this.#hasRepeats = true;
    }
    if (this.#slots === this.#subjects.length) this.#grow();
    const slot = this.#slots++;
    this.#subjects[slot] = subject;
    this.#keys[slot] = (rank << 10) | (length << 2) | kind;
    this.#names[slot] = name;
  }

  /** Lets all but the best match of each subject lose. To be called when all are added. */
  settle(): void {
    if (!this.#hasRepeats) return;
    const best = new Map<number, number>();
    for (let slot = 0; slot < this.#slots; slot++) {
      const subject = this.#subjects[slot] as number;
      if ((((this.#repeated[subject >>> 5] as number) >>> (subject & 31)) & 1) === 0) continue;
      const held = best.get(subject);
      if (held === undefined || this.#isBetter(slot, held)) best.set(subject, slot);
      if (held !== undefined) this.#keys[best.get(subject) === slot ? held : slot] = LOST;
    }
  }

  /** The subject of a slot. */
  subjectOf(slot: number): number {
    return this.#subjects[slot] as number;
  }

  /** The rank of a slot; 0 when it lost. */
  rankOf(slot: number): number {
    return (this.#keys[slot] as number) >>> 10;
  }

  /** The length of the slot's name in code points. */
  lengthOf(slot: number): number {
    return ((this.#keys[slot] as number) >>> 2) & 0xff;
  }

  /** The number that the slot's name was added with. */
  nameOf(slot: number): number {
    return this.#names[slot] as number;
  }

  /** Bytes of memory it takes. */
  get byteLength(): number {
    const bits = this.#seen.byteLength + this.#repeated.byteLength;
    return bits + this.#subjects.byteLength + this.#keys.byteLength + this.#names.byteLength;
  }

  #isBetter(slot: number, other: number): boolean {
    const keys = (this.#keys[slot] as number) - (this.#keys[other] as number);
    if (keys !== 0) return keys < 0;
    const [name, otherName] = [this.nameOf(slot), this.nameOf(other)];
    return name !== otherName && this.#comesFirst(name, otherName);
  }

  #grow(): void {
    const size = this.#subjects.length * 2;
    const [subjects, keys, names] = [this.#subjects, this.#keys, this.#names];
    this.#subjects = new Uint32Array(size);
    this.#subjects.set(subjects);
    this.#keys = new Uint16Array(size);
    this.#keys.set(keys);
    this.#names = new Uint32Array(size);
    this.#names.set(names);
  }
}
