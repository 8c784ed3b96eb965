/**
 * How far a list of servers is written while it is read. Pages are read ahead of what is written, and a server's versions may be on
 * two pages. So a reading can go on with a page once all servers of the pages before it are written.
 */

export interface ReachedPage<Place> {
  readonly place: Place;
  /** Pages before it. */
  readonly pages: number;
}

interface PageAhead<Place> extends ReachedPage<Place> {
  /** The last server of the pages before it; undefined where none has a name. */
  readonly lastBefore: string | undefined;
}

export class ReadingPlaces<Place> {
  #ahead: PageAhead<Place>[] = [];
  #lastName: string | undefined;
  #pages: number;

  /** @param pages those of earlier readings of the same list, which ended where this one begins */
  constructor(pages: number) {
    this.#pages = pages;
  }

  /**
   * A page was read.
   *
   * @param place undefined for one that a reading cannot go on with, as the first one, where it begins anyway
   * @param names its servers, in order
   */
  noteRead(place: Place | undefined, names: readonly string[]): void {
    if (place !== undefined) this.#ahead.push({ place, pages: this.#pages, lastBefore: this.#lastName });
    this.#pages++;
    this.#lastName = names.at(-1) ?? this.#lastName;
  }

  /** All of some servers is written, in the order of the list. @returns where to go on; undefined for no further than before */
  noteWritten(names: readonly string[]): ReachedPage<Place> | undefined {
    const written = new Set(names);
    const at = this.#ahead.findLastIndex(({ lastBefore }) => lastBefore !== undefined && written.has(lastBefore));
    const reached = this.#ahead[at];
    if (reached) this.#ahead = this.#ahead.slice(at + 1);
    return reached && { place: reached.place, pages: reached.pages };
  }
}
