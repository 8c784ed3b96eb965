/** Whose whole books this process needs, though another one may keep them. */
export class FollowedBooks {
  readonly #counts = new Map<string, number>();
  readonly #listeners = new Set<() => void>();

  /** @returns what ends it, once */
  follow(code: string): () => void {
    const before = this.#counts.get(code) ?? 0;
    this.#counts.set(code, before + 1);
    if (before === 0) this.#tell();
    let isFollowed = true;
    return () => {
      if (!isFollowed) return;
      isFollowed = false;
      const left = (this.#counts.get(code) ?? 1) - 1;
      if (left > 0) this.#counts.set(code, left);
      else {
        this.#counts.delete(code);
        this.#tell();
      }
    };
  }

  /** Ids of markets of an exchange, in the order in which they were first asked for. */
  of(exchange: string): readonly string[] {
    const start = `${exchange}-`;
    return [...this.#counts.keys()].filter((code) => code.startsWith(start)).map((code) => code.slice(start.length));
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
