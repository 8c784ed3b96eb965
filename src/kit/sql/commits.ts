/**
 * Counts the commits of a piece of work, however deep below it the transactions are. The caller must know: work that
 * failed before it committed anything may be repeated, other work may not.
 */
import { AsyncLocalStorage } from "node:async_hooks";

export interface Commits {
  /** Transactions, and single statements that write, that took place or may have. */
  count: number;
}

const counting = new AsyncLocalStorage<Commits>();

/** Runs `work`, and counts in `commits` what it commits until it is through. */
export function countingCommits<Result>(commits: Commits, work: () => Result): Result {
  return counting.run(commits, work);
}

/** Notes one, for the work in which it happens. */
export function noteCommit(): void {
  const commits = counting.getStore();
  if (commits) commits.count++;
}
