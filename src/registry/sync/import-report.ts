/** An import's report about itself. */

/** One thing that did not go as the source meant it. */
export interface ImportProblem {
  /**
   * `bad`: the entry cannot be kept. `altered`: it was kept, but not quite as it came. `skipped`: the server must not
   * be overwritten, so nothing of it was.
   */
  readonly kind: "bad" | "altered" | "skipped";
  /** As far as it could be read. */
  readonly name: string | undefined;
  readonly version: string | undefined;
  readonly reason: string;
}

/** Counts of versions. */
export interface ImportCounts {
  /** New or changed, and written. */
  readonly imported: number;
  /** The same as what was there. */
  readonly unchanged: number;
  /** Of servers that are not to be overwritten. */
  readonly skipped: number;
  /** How often `onProblem` was called with something `bad` or `altered`. */
  readonly problems: number;
}

export const NO_COUNTS: ImportCounts = { imported: 0, unchanged: 0, skipped: 0, problems: 0 };

export function addCounts(one: ImportCounts, other: Partial<ImportCounts>): ImportCounts {
  return {
    imported: one.imported + (other.imported ?? 0),
    unchanged: one.unchanged + (other.unchanged ?? 0),
    skipped: one.skipped + (other.skipped ?? 0),
    problems: one.problems + (other.problems ?? 0),
  };
}
