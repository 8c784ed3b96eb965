/** The full player profile as it is sent. */
import type { Instant } from "../../kit/time/instant.ts";
import { playerJson, shownTime, tribeJson } from "../directory/index.ts";
import { shownAccount } from "../platform/index.ts";
import type { StoredProfile } from "./store.ts";

/** JSON of a full profile as of `now`: bans age. Ids are written digit by digit. */
export function profileJson(profile: StoredProfile, now: Instant): Buffer {
  const bans = shownAccount(profile.account, now);
  const rest = {
    ProfileUrl: bans.profileUrl,
    CommunityBanned: bans.communityBanned,
    AntiCheatBanned: bans.antiCheatBanned,
    NumberOfAntiCheatBans: bans.numberOfAntiCheatBans,
    DaysSinceLastBan: bans.daysSinceLastBan,
    NumberOfGameBans: bans.numberOfGameBans,
  };
  const account = JSON.stringify({ PlatformId: profile.platformId, Created: shownTime(profile.created) });
  const tribe = profile.tribe ? tribeJson(profile.tribe) : "null";
  const text = `${playerJson(profile).slice(0, -1)},${account.slice(1, -1)},"Tribe":${tribe},${JSON.stringify(rest).slice(1)}`;
  return Buffer.from(text);
}
