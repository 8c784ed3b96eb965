/** Whose whole books this process needs, though another one may keep them. */

/** What a book is needed for: `trading` comes first, because what is shown is chosen by callers. */
export type BookUse = "trading" | "shown";

/** Books of one exchange that are only shown. */
export const MAX_SHOWN_BOOKS = 100;

export class FollowedBooks {
  readonly #counts: Readonly<Record<BookUse, Map<string, number>>> = { trading: new Map(), shown: new Map() };
  readonly #listeners = new Set<() => void>();

  /** @returns what ends it, once */
  follow(code: string, use: BookUse = "trading"): () => void {
    const counts = this.#counts[use];
    const before = counts.get(code) ?? 0;
    counts.set(code, before + 1);
    if (before === 0) this.#tell();
    let isFollowed = true;
    return () => {
      if (!isFollowed) return;
      isFollowed = false;
      const left = (counts.get(code) ?? 1) - 1;
      if (left > 0) counts.set(code, left);
      else {
        counts.delete(code);
        this.#tell();
      }
    };
  }

  /**
   * Ids of markets of an exchange: those that are traded by, then at most `MAX_SHOWN_BOOKS` others, each in the order in which
   * they were first asked for.
   */
  of(exchange: string): readonly string[] {
    const { trading, shown } = this.#counts;
    const start = `${exchange}-`;
    const idsOf = (codes: Iterable<string>): string[] =>
      [...codes].filter((code) => code.startsWith(start)).map((code) => code.slice(start.length));
    const others = [...shown.keys()].filter((code) => !trading.has(code));
    return [...idsOf(trading.keys()), ...idsOf(others).slice(0, MAX_SHOWN_BOOKS)];
  }

  /** Calls `listener` after each change, until the answered function is called. */
  onChange(listener: () => void): () => void {
    const entry = (): void => listener();
    this.#listeners.add(entry);
    return () => void this.#listeners.delete(entry);
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}
