/**
 * Posting lists: for each gram the entries that have it, ascending, as gaps of seven bits a byte. The bytes are in
 * pages, so that neither writing nor growing ever copies more than one page.
 */

/** Bytes of a page; a longer list has a page of its own. */
const PAGE_BYTES = 1 << 20;
/** About what all lists take for one name: a small segment needs no whole page. */
const BYTES_A_NAME = 32;
/** A place is a page number and, in this many low bits, an offset in that page. */
const OFFSET_BITS = 22;
const OFFSET_MASK = (1 << OFFSET_BITS) - 1;
/** Entry numbers are below this, so a list never outgrows a page's offsets. */
export const MAX_ENTRIES = 1 << 21;

/** Grams in ascending order, each with its list. */
export class PostingLists {
  readonly keys: Uint32Array;
  readonly counts: Uint32Array;
  readonly #places: Uint32Array;
  readonly #pages: readonly Uint8Array[];

  constructor(keys: Uint32Array, counts: Uint32Array, places: Uint32Array, pages: readonly Uint8Array[]) {
    this.keys = keys;
    this.counts = counts;
    this.#places = places;
    this.#pages = pages;
  }

  /** The number of the list of the first gram that is not below `key`; the number of lists where there is none. */
  from(key: number): number {
    const keys = this.keys;
    let low = 0;
    let high = keys.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((keys[middle] as number) < key) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The number of the list of this gram, or -1. */
  find(key: number): number {
    const list = this.from(key);
    return this.keys[list] === key ? list : -1;
  }

  /** How many entries have this gram, removed ones included. */
  countOf(key: number): number {
    const list = this.find(key);
    return list < 0 ? 0 : (this.counts[list] as number);
  }

  /** Reads a list entry by entry. */
  cursor(list: number): PostingCursor {
    const place = this.#places[list] as number;
    const page = this.#pages[place >>> OFFSET_BITS] as Uint8Array;
    return new PostingCursor(page, place & OFFSET_MASK, this.counts[list] as number);
  }

  /** Writes a list to `target`, which holds at least its count, and returns the count. */
  read(list: number, target: Uint32Array): number {
    const count = this.counts[list] as number;
    const place = this.#places[list] as number;
    const page = this.#pages[place >>> OFFSET_BITS] as Uint8Array;
    let at = place & OFFSET_MASK;
    let entry = -1;
    for (let index = 0; index < count; index++) {
      let byte = page[at++] as number;
      let gap = byte & 0x7f;
      for (let shift = 7; byte > 0x7f; shift += 7) {
        byte = page[at++] as number;
        gap |= (byte & 0x7f) << shift;
      }
      entry += gap + 1;
      target[index] = entry;
    }
    return count;
  }

  /** Keeps those of the ascending `target[0..held)` that are in the list, and returns how many remain. */
  intersect(list: number, target: Uint32Array, held: number): number {
    const count = this.counts[list] as number;
    const place = this.#places[list] as number;
    const page = this.#pages[place >>> OFFSET_BITS] as Uint8Array;
    let at = place & OFFSET_MASK;
    let entry = -1;
    let kept = 0;
    let next = 0;
    for (let index = 0; index < count && next < held; index++) {
      let byte = page[at++] as number;
      let gap = byte & 0x7f;
      for (let shift = 7; byte > 0x7f; shift += 7) {
        byte = page[at++] as number;
        gap |= (byte & 0x7f) << shift;
      }
      entry += gap + 1;
      while (next < held && (target[next] as number) < entry) next++;
      if (next < held && target[next] === entry) target[kept++] = target[next++] as number;
    }
    return kept;
  }

  /** Bytes of memory that the lists and their directory take. */
  get byteLength(): number {
    const pages = this.#pages.reduce((sum, page) => sum + page.byteLength, 0);
    return pages + this.keys.byteLength + this.counts.byteLength + this.#places.byteLength;
  }
}

/** Stands on an entry of a list. */
export class PostingCursor {
  readonly #page: Uint8Array;
  #at: number;
  #left: number;
  /** The present entry, from the first; above all entries once the list is read. */
  entry = -1;

  constructor(page: Uint8Array, at: number, count: number) {
    this.#page = page;
    this.#at = at;
    this.#left = count;
    this.advance();
  }

  /** Goes to the next entry. */
  advance(): void {
    if (this.#left === 0) {
      this.entry = MAX_ENTRIES;
      return;
    }
    this.#left -= 1;
    let byte = this.#page[this.#at++] as number;
    let gap = byte & 0x7f;
    for (let shift = 7; byte > 0x7f; shift += 7) {
      byte = this.#page[this.#at++] as number;
      gap |= (byte & 0x7f) << shift;
    }
    this.entry += gap + 1;
  }
}

/** Takes lists in ascending order of their grams. */
export class PostingWriter {
  readonly #entries: number;
  readonly #pages: Uint8Array[] = [];
  #page = new Uint8Array(0);
  #used = 0;
  #lists = 0;
  #keys = new Uint32Array(1024);
  #counts = new Uint32Array(1024);
  #places = new Uint32Array(1024);

  /** For entry numbers below `entries`, at most `MAX_ENTRIES`. */
  constructor(entries: number) {
    this.#entries = entries;
  }

  /** Adds a list: `source[from..to)`, ascending, without repeats. An empty list is left out. */
  add(key: number, source: Uint32Array, from: number, to: number): void {
    if (from === to) return;
    this.#makeRoom(this.#mostBytes(to - from));
    if (this.#lists === this.#keys.length) this.#grow();
    this.#keys[this.#lists] = key;
    this.#counts[this.#lists] = to - from;
    this.#places[this.#lists++] = (((this.#pages.length - 1) << OFFSET_BITS) | this.#used) >>> 0;
    const page = this.#page;
    let at = this.#used;
    let before = -1;
    for (let index = from; index < to; index++) {
      const entry = source[index] as number;
      let gap = entry - before - 1;
      for (; gap > 0x7f; gap >>>= 7) page[at++] = (gap & 0x7f) | 0x80;
      page[at++] = gap;
      before = entry;
    }
    this.#used = at;
  }

  /** The lists. The writer is done. */
  finish(): PostingLists {
    this.#closePage();
    const lists = this.#lists;
    return new PostingLists(
      this.#keys.slice(0, lists),
      this.#counts.slice(0, lists),
      this.#places.slice(0, lists),
      this.#pages,
    );
  }

  /** All gaps together are below the number of entries, so few of them can need more than one byte. */
  #mostBytes(count: number): number {
    const entries = this.#entries;
    return count + Math.min(count, entries >>> 7) + Math.min(count, entries >>> 14) + Math.min(count, entries >>> 21);
  }

  #makeRoom(bytes: number): void {
    if (this.#page.length - this.#used >= bytes) return;
    this.#closePage();
    this.#page = new Uint8Array(Math.max(Math.min(PAGE_BYTES, this.#entries * BYTES_A_NAME), bytes));
    this.#pages.push(this.#page);
    this.#used = 0;
  }

  #closePage(): void {
    if (this.#pages.length > 0) this.#pages[this.#pages.length - 1] = this.#page.slice(0, this.#used);
  }

  #grow(): void {
    const size = this.#keys.length * 2;
    const grown = (old: Uint32Array): Uint32Array<ArrayBuffer> => {
      const made = new Uint32Array(size);
      made.set(old);
      return made;
    };
    this.#keys = grown(this.#keys);
    this.#counts = grown(this.#counts);
    this.#places = grown(this.#places);
  }
}
