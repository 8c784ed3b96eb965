/** The newest entries of a list that grows, and how many a reader has missed who was away for too long. */
export class RecentEntries<Entry> {
  readonly #most: number;
  readonly #kept: Entry[];
  #version = 0;
  #seen = 0;

  /** @param first those that are there at the beginning, oldest first: the last `most` of them are kept */
  constructor(most: number, first: readonly Entry[]) {
    this.#most = most;
    this.#kept = first.slice(-most);
  }

  /** How many entries came since the beginning. */
  get version(): number {
    return this.#version;
  }

  add(entry: Entry): void {
    this.#kept.push(entry);
    if (this.#kept.length > this.#most) this.#kept.shift();
    this.#version++;
  }

  /** Whether entries came since this was asked last. */
  hasGrown(): boolean {
    const hasGrown = this.#seen !== this.#version;
    this.#seen = this.#version;
    return hasGrown;
  }

  /** The entries after a version, oldest first, as far as they are kept; all kept ones for -1. */
  since(version: number): readonly Entry[] {
    return version < 0 ? this.#kept : this.#kept.slice(-Math.min(this.#most, this.#version - version));
  }

  /** How many of what came after a version are kept no more. */
  skippedSince(version: number): number {
    return version < 0 ? 0 : Math.max(0, this.#version - version - this.#most);
  }
}

/** The member of a message that says how many entries are left out before its first one. */
export function skippedRemark(skipped: number): string {
  return skipped > 0 ? `,"skipped":${skipped}` : "";
}
