/** The storage port of the tribes area. */
import type { Clock } from "../../kit/time/clock.ts";
import type { Instant } from "../../kit/time/instant.ts";
import type { SimplePlayer } from "../directory/index.ts";

type SimpleProfile = SimplePlayer;

export interface StoredTribe {
  readonly id: number;
  readonly name: string;
  readonly created: Instant;
  /** Undefined when no save of the owner is known. */
  readonly owner: SimpleProfile | undefined;
  /** In the order of the tribe's own list, then by id. */
  readonly members: readonly SimpleProfile[];
}

export interface TribeLogRow {
  readonly number: number;
  readonly day: number;
  /** Of the game's day. */
  readonly second: number;
  readonly text: string;
  /** JSON, or null where the wording is not known. */
  readonly event: string | null;
  readonly seenAt: Instant;
}

export interface MemberRow {
  readonly player: SimpleProfile;
  readonly isOwner: boolean;
  readonly isAdmin: boolean;
  readonly rankGroup: number | null;
  /** Null where the player's own save is not known, or when he wants no history. */
  readonly since: Instant | null;
}

export interface MembershipRow {
  readonly playerId: bigint;
  readonly characterName: string;
  readonly since: Instant;
  /** Null while it lasts. */
  readonly until: Instant | null;
}

/** No two memberships have the same. */
export type MembershipPosition = Pick<MembershipRow, "since" | "playerId">;

export interface TribeStore {
  findTribe(id: number): Promise<StoredTribe | undefined>;
  /** Lines before `before`, newest first; undefined when the tribe does not exist. */
  listLog(id: number, limit: number, before: number | undefined): Promise<TribeLogRow[] | undefined>;
  /**
   * All current members, and memberships, the latest first, those behind `after`; undefined when the tribe does not
   * exist.
   */
  listMembers(
    id: number,
    limit: number,
    after?: MembershipPosition,
  ): Promise<{ readonly members: MemberRow[]; readonly history: MembershipRow[] } | undefined>;
  /** The largest tribes. */
  largest(limit: number): Promise<{ id: number; name: string; ownerId: bigint; members: number }[]>;
}

/** The dependencies of the area's endpoints. */
export interface TribeDeps {
  readonly tribes: TribeStore;
  readonly clock: Clock;
}
