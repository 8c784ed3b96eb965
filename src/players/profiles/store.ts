/** The storage port of the profiles area. */
import type { Clock } from "../../kit/time/clock.ts";
import type { Instant } from "../../kit/time/instant.ts";
import type { BanChange, StoredAccount } from "../platform/index.ts";
import type { SimplePlayer } from "../directory/index.ts";

export interface TribeSummary {
  readonly id: number;
  readonly name: string;
  /** 0 when the save names none. */
  readonly ownerId: bigint;
  readonly members: number;
}

export interface StoredProfile extends SimplePlayer {
  /** `""` for an account of a kind that is not known. */
  readonly platformId: string;
  readonly created: Instant;
  /** Undefined without a tribe, and where the tribe's own save is not known. */
  readonly tribe: TribeSummary | undefined;
  readonly account: StoredAccount | undefined;
}

export interface NameRow {
  readonly kind: "character" | "platform";
  readonly name: string;
  readonly since: Instant;
  /** Null for the present name. */
  readonly until: Instant | null;
}

/** What server plugins know of an account. */
export interface StoredPluginData {
  /** `""` for an account of a kind that is not known. */
  readonly platformId: string;
  readonly groups: readonly string[];
  readonly timedGroups: readonly { readonly group: string; readonly from?: Instant; readonly until: Instant }[];
  /** Null where no shop knows the account, as the sum below. */
  readonly points: number | null;
  readonly totalSpent: number | null;
  /** When this was stored; null where no plugin knows the account. */
  readonly readAt: Instant | null;
}

/** A new ban of an account, or a lifted one. */
export interface SeenBanRow {
  /** Counts the bans of all accounts as they were seen. */
  readonly id: number;
  readonly at: Instant;
  readonly change: BanChange;
}

/** By what players are ranked. */
export type LeaderboardKind = "level" | "playtime";

export interface LeaderboardRow {
  /** A simple profile as JSON. */
  readonly player: SimplePlayer;
  /** The level, or seconds. */
  readonly value: number;
}

/** No two names of a player have the same. */
export type NamePosition = Pick<NameRow, "since" | "kind">;

export interface ProfileStore {
  findProfile(id: bigint): Promise<StoredProfile | undefined>;
  /**
   * Names, newest first, those behind `after`; undefined when the player does not exist. Empty for a player who opted
   * out of history.
   */
  listNames(id: bigint, limit: number, after?: NamePosition): Promise<NameRow[] | undefined>;
  /**
   * Bans of the account, the latest first, those seen before the one with the id `before`; undefined when the player does not
   * exist. Empty for accounts of players who opted out of history.
   */
  listBans(id: bigint, limit: number, before?: number): Promise<SeenBanRow[] | undefined>;
  /** Undefined when the player does not exist. */
  findPluginData(id: bigint): Promise<StoredPluginData | undefined>;
  /** The account of a player; undefined when the player does not exist. */
  findAccount(id: bigint): Promise<{ platformId: string; optedOut: boolean } | undefined>;
  /** The first of all players, best first. Playtime counts sessions that began at `since` or later. */
  leaderboard(kind: LeaderboardKind, limit: number, since: Instant, now: Instant): Promise<LeaderboardRow[]>;
}

/** The dependencies of the area's endpoints. */
export interface ProfileDeps {
  readonly profiles: ProfileStore;
  readonly clock: Clock;
}
