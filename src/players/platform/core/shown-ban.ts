/** A ban as callers and webhooks see it: members are called as in a profile. */
import type { PlatformBans } from "./account.ts";
import type { BanChange } from "./bans.ts";

/** `PlatformBans` with capitals. */
export type ShownBans = { readonly [Name in keyof PlatformBans as Capitalize<Name>]: PlatformBans[Name] };

export interface ShownBanChange {
  readonly IsFirst: boolean;
  readonly Changed: readonly Capitalize<BanChange["members"][number]>[];
  readonly Before: ShownBans;
  readonly After: ShownBans;
}

export function showBanChange({ isFirst, members, before, after }: BanChange): ShownBanChange {
  return { IsFirst: isFirst, Changed: members.map(capitalised), Before: shownBans(before), After: shownBans(after) };
}

function shownBans(bans: PlatformBans): ShownBans {
  return {
    CommunityBanned: bans.communityBanned,
    AntiCheatBanned: bans.antiCheatBanned,
    NumberOfAntiCheatBans: bans.numberOfAntiCheatBans,
    DaysSinceLastBan: bans.daysSinceLastBan,
    NumberOfGameBans: bans.numberOfGameBans,
  };
}

function capitalised<Name extends string>(name: Name): Capitalize<Name> {
  return (name.slice(0, 1).toUpperCase() + name.slice(1)) as Capitalize<Name>;
}
