/** A plugin database's data about players, for any plugin and database. */
import type { Instant } from "../../../kit/time/instant.ts";

/** The plugins whose databases can be read: permission groups, and a shop that is paid with points. */
export type PluginKind = "permissions" | "arkshop";

export interface TimedGroup {
  readonly group: string;
  /** Absent where it holds from the start. */
  readonly from?: Instant;
  readonly until: Instant;
}

/** One account. Only the permissions know groups, only the shop knows the two sums. */
export interface PluginRecord {
  /** 17 digits (SteamID64), or 32 lower-case hexadecimal digits (EOS). */
  readonly platformId: string;
  readonly groups: readonly string[];
  readonly timedGroups: readonly TimedGroup[];
  readonly points?: number;
  readonly totalSpent?: number;
}

/** Something that was left out, in a sentence that may be shown. */
export interface PluginProblem {
  /** Absent where even the account is unknown. */
  readonly platformId?: string;
  readonly why: string;
}

export interface PluginReading {
  readonly records: readonly PluginRecord[];
  /** The first of what was left out. */
  readonly problems: readonly PluginProblem[];
  /** How many there are in all. */
  readonly problemCount: number;
}
