/** The storage port of the privacy area. */
import type { Instant } from "../../kit/time/instant.ts";
import type { PersonId } from "./person-id.ts";

export interface KnownCharacter {
  readonly id: bigint;
  readonly name: string;
  /** Whether the player wants no history. */
  readonly isOptedOut: boolean;
}

/** The known data of a person. */
export interface KnownPerson {
  /** Null for a player without an account. */
  readonly platformId: string | null;
  readonly players: readonly KnownCharacter[];
}

/** The removals of an erasure. */
export interface Erasure {
  readonly players: number;
  readonly sessions: number;
  readonly deliveries: number;
  /** Lines of tribes' logs out of which a name or id was taken. */
  readonly logLines: number;
  /** Tribes that were called after the person. */
  readonly tribes: number;
}

export interface PrivacyStore {
  /** The person of an id: all players of the account. */
  findPerson(id: PersonId): Promise<KnownPerson>;
  /**
   * Removes a person everywhere, and keeps their digests so that nothing brings them back; in one transaction. People
   * who were never seen, or are erased already, may be erased too.
   */
  erase(id: PersonId, at: Instant): Promise<Erasure>;
  /**
   * Says whether a player wants no history, and forgets what there is of it. Answers false when the player does not
   * exist; an objection may be taken back all the same.
   */
  setOptOut(playerId: bigint, isOptedOut: boolean, at: Instant): Promise<boolean>;
}

/** Each removes some of what is older than `before`, and answers how many: fewer than `RETENTION_BATCH` when it is all. */
export interface RetentionStore {
  removeLogLines(before: Instant): Promise<number>;
  /** Of players and of tribes. */
  removePastNames(before: Instant): Promise<number>;
  removePastMemberships(before: Instant): Promise<number>;
  /** Players whom no save holds any more, and who were on no server since. */
  removeGonePlayers(before: Instant): Promise<number>;
  /** Accounts without players that were on no server since, with their sessions. */
  removeGoneAccounts(before: Instant): Promise<number>;
  /** Tribes that no save holds any more. */
  removeGoneTribes(before: Instant): Promise<number>;
  /** Finished deliveries that name a player who opted out of history, however old. */
  removeUnwantedDeliveries(): Promise<number>;
  /**
   * Lets PostgreSQL use the space of erased rows again; their bytes stay until it does. Needs the right to vacuum the
   * tables, which their owner has. Waits for no reader and no writer; rows that an open transaction may still see stay
   * until the next time.
   *
   * @throws the signal's reason; what failed, after every table was tried.
   */
  vacuumErased(signal: AbortSignal): Promise<void>;
}

/** At most this many at once: a batch is a short transaction, so that others do not wait for a long one. */
export const RETENTION_BATCH = 1_000;
