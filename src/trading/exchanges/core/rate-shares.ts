/** How processes with one address share the limits of an exchange. Pure. */

/** The parts of one limit that the other processes have. */
export interface OtherShares {
  readonly count: number;
  /** The sum of their shares. */
  readonly taken: number;
  /** Units that they ask for in a second, all together. */
  readonly wanted: number;
}

/**
 * All processes together use this much. The rest lets one that begins, such as after a crash, ask something at once.
 */
const GIVEN = 0.9;
/** The part of it that is divided equally; the rest goes to those that ask for more. */
const EQUAL = 0.5;

/** The part that a process should have in the end. */
export function fairShare(wanted: number, others: OtherShares): number {
  const equal = 1 / (others.count + 1);
  const all = wanted + others.wanted;
  return GIVEN * (EQUAL * equal + (1 - EQUAL) * (all > 0 ? wanted / all : equal));
}

/**
 * The part that a process may have now: never more than the others have left. They give up what is too much for them
 * when they claim next.
 */
export function claimableShare(wanted: number, others: OtherShares): number {
  return Math.max(0, Math.min(fairShare(wanted, others), 1 - others.taken));
}
