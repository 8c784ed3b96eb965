/** The change of an account when the platform has answered, or not, about it. */
import type { Instant } from "../../../kit/time/instant.ts";
import type { PlatformBans, PlatformSummary, StoredAccount } from "./account.ts";
import { banChange, daysSinceLastBan, type BanChange } from "./bans.ts";

/** The result of asking about an account. */
export interface Heard {
  /** Whether both questions were answered, were it by leaving the account out. */
  readonly isChecked: boolean;
  /** Undefined without an answer, or without one about this account. */
  readonly summary: PlatformSummary | undefined;
  readonly bans: PlatformBans | undefined;
}

/** A change to be stored. Where `summary` or `bans` is undefined, the stored one stays. */
export interface AccountUpdate extends Heard {
  readonly platformId: string;
  /** When the answers came. */
  readonly at: Instant;
  /** Whether anything shown is new. A last ban that has aged as expected is not. */
  readonly isChanged: boolean;
  readonly banChange: BanChange | undefined;
}

/** Compares the answer at `at` with the stored account. */
export function accountUpdate(stored: StoredAccount, at: Instant, heard: Heard): AccountUpdate {
  const { summary, bans } = heard;
  return {
    ...heard,
    platformId: stored.platformId,
    at,
    isChanged:
      (summary !== undefined && isNewSummary(stored.summary, summary)) ||
      (bans !== undefined && isNewBans(stored, at, bans)),
    banChange: bans && banChange(stored.bans, bans),
  };
}

function isNewSummary(before: PlatformSummary | null, after: PlatformSummary): boolean {
  return before?.name !== after.name || before.avatarUrl !== after.avatarUrl || before.profileUrl !== after.profileUrl;
}

function isNewBans({ bans: before, bansAt }: StoredAccount, at: Instant, after: PlatformBans): boolean {
  if (before === null) return true;
  const agedDays = daysSinceLastBan(before.daysSinceLastBan, bansAt ?? at, at, before);
  return (
    before.communityBanned !== after.communityBanned ||
    before.antiCheatBanned !== after.antiCheatBanned ||
    before.numberOfAntiCheatBans !== after.numberOfAntiCheatBans ||
    before.numberOfGameBans !== after.numberOfGameBans ||
    agedDays !== daysSinceLastBan(after.daysSinceLastBan, at, at, after)
  );
}
