/** The history of servers: how many players there were, who came and went, and how long an account has played. */
import type { Instant } from "../../kit/time/instant.ts";

export interface HistoryStore {
  /** Whether a server is, or was, part of the cluster. Reads one row. */
  isServerKnown(server: string): Promise<boolean>;
  /** The known part of the time between: `from` is the beginning of an hour. Of one server, or of all. */
  listHours(from: Instant, until: Instant, server: string | undefined): Promise<KnownHours>;
  /** Joins, leaves and moves since then, newest first, those behind `after`; without players who want no history. */
  listPassages(since: Instant, limit: number, server: string | undefined, after?: PassagePosition): Promise<Passage[]>;
  /**
   * How long an account has played on each server where it has, up to now, in no particular order. An open session
   * counts to now.
   */
  listPlayed(
    platformId: string,
    span: { readonly recentSince: Instant; readonly now: Instant },
  ): Promise<PlayedOnServer[]>;
}

/** One hour of a server with sessions. */
export interface OnlineHour {
  readonly server: string;
  readonly at: Instant;
  /** Different accounts. */
  readonly players: number;
  /** That all of them together were on it. */
  readonly seconds: number;
}

/** One hour in which a server was watched. */
export interface WatchedHour {
  readonly server: string;
  readonly at: Instant;
  /** 1 to 60. */
  readonly minutes: number;
  /** The first hour of this server that was noted. */
  readonly knownSince: Instant;
}

export interface KnownHours {
  readonly online: readonly OnlineHour[];
  readonly watched: readonly WatchedHour[];
}

/** The sums over all sessions of an account on a server. */
export interface PlayedOnServer {
  readonly server: string;
  readonly micros: number;
  /** Of these, since the recent past began. */
  readonly recentMicros: number;
  readonly sessions: number;
}

/** No two passages have the same. */
export interface PassagePosition {
  readonly at: Instant;
  readonly platformId: string;
  /** Of the session that began or ended. */
  readonly startedAt: Instant;
  readonly isEnd: boolean;
}

/** An account came, went, or changed servers. */
export interface Passage extends PassagePosition {
  readonly kind: "joined" | "left" | "moved";
  /** Of the account. */
  readonly name: string;
  /** The server joined, left or moved to. */
  readonly server: string;
  /** Of a move, the server before. */
  readonly from: string | null;
  /** Undefined when no save of the account is known. */
  readonly player: { readonly id: bigint; readonly characterName: string } | undefined;
}
