/** The known data of a platform account, in our words: Steam's VAC is the anti-cheat. */
import type { Instant } from "../../../kit/time/instant.ts";

/** How an account shows itself. */
export interface PlatformSummary {
  /** At most 128 code points, without control characters; `""` when the account shows none. */
  readonly name: string;
  /** An https URL of at most 500 characters, or `""`. */
  readonly avatarUrl: string;
  /** An https URL of at most 500 characters, or `""`. */
  readonly profileUrl: string;
}

/** The bans of an account. Counts and days are from 0 to 2,147,483,647. */
export interface PlatformBans {
  readonly communityBanned: boolean;
  readonly antiCheatBanned: boolean;
  readonly numberOfAntiCheatBans: number;
  /** At the time of asking. 0 for "today" and for "never": the counts tell which. */
  readonly daysSinceLastBan: number;
  readonly numberOfGameBans: number;
}

/** An account with the last good values of both; null for what was never had. */
export interface StoredAccount {
  readonly platformId: string;
  readonly summary: PlatformSummary | null;
  readonly bans: PlatformBans | null;
  /** When `bans` were had, which may be long before the account was last asked about; null when they never were. */
  readonly bansAt: Instant | null;
}

/** An account that has done nothing, and every account of a platform that does not tell. */
export const NO_BANS: PlatformBans = {
  communityBanned: false,
  antiCheatBanned: false,
  numberOfAntiCheatBans: 0,
  daysSinceLastBan: 0,
  numberOfGameBans: 0,
};

/** The largest count that is kept and shown. */
export const MAX_INT32 = 2_147_483_647;
