/**
 * Presence's storage port, and how several processes keep one person on one server at a time.
 *
 * Each server is judged by the one process that holds its lease, and a process sees only the servers that it polls. So
 * when a player goes from a server of process P to one of process Q, Q sees the join. For half a minute, P still
 * assumes a session that is over. Three ways to keep one open session per account were weighed:
 *
 * - *One process judges the whole cluster*, the others only poll. Then every list travels through the database, and
 *   every poll waits for one process.
 * - *Each process follows the sessions of the others by the change feed*, and decides alone. It decides by news that is
 *   late, so two can decide differently, and neither learns that it was wrong.
 * - *The database decides, in the transaction that writes.* This is what is done. A process says what it saw
 *   (`SessionChange`); `apply` locks the accounts, reads the last session of each, and lets the pure rule `settle` say
 *   which rows that gives. Q's opening ends P's session in the same transaction. P learns of it from the answer to its
 *   own next write (`lost`: the accounts that it took for online and that are not), tells its machine
 *   (`Presence.lost`), and writes nothing about that session any more. No process needs to read another's changes, and
 *   being late does no harm: the rows are right after every commit, whatever the order.
 *
 * Readers follow the feed. It carries the transitions that `settle` found, not those that a process believed in. For
 * one account they alternate, because they are appended while the account is locked.
 *
 * Two kinds of people are remembered less. Players who want no history have sessions while they last, since storage
 * needs them to know who is online; one that ends is removed. Of who was erased nothing is written: whatever a batch
 * says of them is left out, and as they have no session they are always `lost`.
 */
import type { Instant } from "../../kit/time/instant.ts";
import type { OpenSession, SessionChange } from "./core/presence-types.ts";
import type { SessionRow } from "./core/settle.ts";

/** One cluster's sessions. */
export interface PresenceStore {
  /**
   * The open sessions of one server, in no particular order, for the process that takes the server over. Answered
   * under the lease: the earlier holder's last writes have been committed before, or will be refused.
   *
   * @throws LeaseLost when the lease is no longer held with `fence`.
   */
  openSessions(server: string, fence: number): Promise<OpenSession[]>;

  /**
   * Writes one batch: all of it, or nothing. In one transaction:
   *
   * 1. `assertFence` for the server's lease.
   * 2. If the server's row has this `fence` and a `number` that is not lower, the batch was applied before (the answer
   * to its commit was lost). Nothing is written; the answer is made from the rows as they are, by 4 and 5.
   * 3. Lock the accounts (`accountsOf`), in the order that it gives, against every other `apply`: rows of accounts, or
   * advisory locks. Without it, two processes could both find that an account has no open session. A partial unique
   * index on the account, where `ended_at` is null, is the second guard.
   * 4. Read the last session of each, by start, and `settle`.
   * 5. Write the rows in the order given (what ends before what begins), append the transitions to the outbox, and note
   * fence and number.
   *
   * `lastSeen` of every player online is written with every poll, so no index should contain that column.
   *
   * @throws LeaseLost when the lease is no longer held with the batch's fence. Nothing was written.
   * @throws BatchRefused when the database answered and said no, so that running it again would not help.
   * @throws Error of any other kind when it may or may not have been written: the same batch is to be applied again.
   */
  apply(batch: PresenceBatch): Promise<AppliedBatch>;

  /**
   * Servers that have open sessions, whether or not they are still part of the cluster, so that the sessions of former
   * servers can be ended: take the lease, adopt, remove.
   */
  serversWithOpenSessions(): Promise<string[]>;

  /**
   * Sessions of accounts that were open at or after `since` and began before `before`, newest first, at most `limit` for
   * each account.
   */
  listSessions(platformIds: readonly string[], since: Instant, limit: number, before?: Instant): Promise<SessionRow[]>;

  /** Removes sessions that ended before `at`, and what else is known of that time. Answers how many sessions. */
  deleteSessionsBefore(at: Instant): Promise<number>;
}

/** One process's findings about one server. */
export interface PresenceBatch {
  readonly server: string;
  /** Of the server's lease. */
  readonly fence: number;
  /** From 1, one higher with each batch of the server and fence. */
  readonly number: number;
  /** At least one. All are about `server`. */
  readonly changes: readonly SessionChange[];
}

export interface AppliedBatch {
  /** Accounts that the batch opened a session for or saw, and that have no open session on its server now. */
  readonly lost: readonly string[];
}

/** A batch that can never be applied: a broken rule of the tables, a value that they cannot hold. */
export class BatchRefused extends Error {
  override readonly name = "BatchRefused";
}
