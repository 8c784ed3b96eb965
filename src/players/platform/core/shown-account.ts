/** The shown part of a platform account, whatever is known of it. */
import type { Instant } from "../../../kit/time/instant.ts";
import { NO_BANS, type PlatformBans, type PlatformSummary, type StoredAccount } from "./account.ts";
import { daysSinceLastBan } from "./bans.ts";

/** Every member is there for every player: texts are `""` and bans false or 0 where nothing is known. */
export type ShownAccount = PlatformSummary & PlatformBans;

/**
 * The account as of `now`, its last ban aged by the time since it was asked about. `account` is undefined for players
 * of platforms that do not tell, and of accounts that were never asked about. A reader of `name` falls back to the
 * name in the player's own save when it is `""`.
 */
export function shownAccount(account: StoredAccount | undefined, now: Instant): ShownAccount {
  const { name, avatarUrl, profileUrl } = account?.summary ?? { name: "", avatarUrl: "", profileUrl: "" };
  return { name, avatarUrl, profileUrl, ...agedBans(account, now) };
}

function agedBans(account: StoredAccount | undefined, now: Instant): PlatformBans {
  const bans = account?.bans ?? NO_BANS;
  const bansAt = account?.bansAt ?? now;
  return { ...bans, daysSinceLastBan: daysSinceLastBan(bans.daysSinceLastBan, bansAt, now, bans) };
}
