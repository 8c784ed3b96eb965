/** The storage port of the competitions. The only implementation is `sql/competition-store.ts`. */
import type { Instant } from "../../kit/time/instant.ts";
import type { Competition, CompetitionTerms } from "./core/competition.ts";

/** So many of the best are shown. */
export const LEADERS = 10;

export interface Leader {
  readonly rank: number;
  readonly ownerUid: number;
  readonly username: string;
  readonly value: bigint;
}

/** A competition as one account sees it. */
export interface CompetitionView {
  readonly competition: Competition;
  readonly participants: number;
  readonly isEnrolled: boolean;
  /** Null while the result is open. */
  readonly rank: number | null;
  /** The best, at most 10. */
  readonly leaders: readonly Leader[];
}

/** Who changes something, and when. */
export interface Actor {
  readonly uid: number;
  readonly ownerUid: number;
  readonly at: Instant;
}

export interface CompetitionStore {
  /** Those that run, those to come, and those that ended after `since`: at most 100, the last to end first. */
  list(ownerUid: number, since: Instant): Promise<CompetitionView[]>;
  /** Adds the account's entry, or removes it; answers the competition. `decide` throws to refuse, under a lock. */
  join(by: Actor, id: number, decide: (competition: Competition) => void): Promise<Competition | undefined>;
  leave(by: Actor, id: number, decide: (competition: Competition) => void): Promise<Competition | undefined>;

  create(by: Actor, terms: CompetitionTerms): Promise<Competition>;
  /** Changes what `decide` answers for what there is, under a lock. Undefined when there is none. */
  edit(by: Actor, id: number, decide: (before: Competition) => CompetitionTerms): Promise<Competition | undefined>;

  /** Those that have started and were not ranked since an hour after their end, at most 100. */
  listToRank(now: Instant): Promise<Competition[]>;
  /** Accounts that take part, in order, after that one, at most 500. */
  listEntries(id: number, after: number): Promise<number[]>;
  /** Notes results; who has none in `scores` has none. */
  saveScores(id: number, ownerUids: readonly number[], scores: ReadonlyMap<number, bigint>): Promise<void>;
  /** Makes ranks of the results: who has as much shares a rank, who has none has no rank. */
  rank(id: number, at: Instant): Promise<void>;
}
