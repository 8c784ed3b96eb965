/**
 * Rows of the outbox that a feed has read and expects to find again. PostgreSQL keeps transactions in the order of their
 * commits: a database that still has the latest of what was read has all of it. Pure.
 */
import type { Instant } from "../time/instant.ts";

/** A row that was read. Number, transaction and time together name it: a number alone is used again after a rewind. */
export interface Witness {
  readonly seq: number;
  /** The id of its transaction, as text: it has 64 bits. */
  readonly xid: string;
  readonly at: Instant;
}

/**
 * How many are kept at least, when as many were read. A look does not show rows in the order of commits, and a
 * transaction becomes visible a moment after its place among the commits is fixed; so the latest look alone would not
 * do.
 */
const KEPT = 64;

/** The witnesses after a look that brought `rows`: one of each transaction, and all transactions of the latest look. */
export function laterWitnesses(before: readonly Witness[], rows: readonly Witness[]): readonly Witness[] {
  if (rows.length === 0) return before;
  const fresh = [...new Map(rows.map(({ seq, xid, at }) => [xid, { seq, xid, at }])).values()];
  return [...before, ...fresh].slice(-Math.max(KEPT, fresh.length));
}
