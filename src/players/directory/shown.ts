/** Players and tribes as lists show them. */
import type { Instant } from "../../kit/time/instant.ts";

/** A simple player profile, and what else a list of them is chosen by. */
export interface ShownPlayer {
  readonly id: bigint;
  readonly characterName: string;
  readonly platformName: string;
  /** An https URL, or `""`. */
  readonly avatarUrl: string;
  readonly level: number;
  readonly isOnline: boolean;
  /** When its account was last on a server; else when its save was written. */
  readonly lastSeen: Instant;
  /** Names that it no longer has, each once. */
  readonly formerNames: readonly string[];
}

/** A tribe summary, and what else a list of them is chosen by. */
export interface ShownTribe {
  readonly id: number;
  readonly name: string;
  /** A player's id; 0 when the save names none. */
  readonly ownerId: bigint;
  readonly members: number;
  readonly savedAt: Instant;
  readonly formerNames: readonly string[];
}

/** Somebody on a server of whom no save is known yet: a name without a profile. */
export interface Stranger {
  readonly platformId: string;
  readonly name: string;
  readonly avatarUrl: string;
}

/** A simple player profile as JSON. The id is written digit by digit: a number would lose those past 2^53. */
export function playerJson(player: Omit<ShownPlayer, "lastSeen" | "formerNames">): string {
  return `${playerStart(player)}${player.isOnline}}`;
}

/** The same without its end, `true}` or `false}`: what changes most often. */
function playerStart(player: Omit<ShownPlayer, "lastSeen" | "formerNames" | "isOnline">): string {
  const names = `"CharacterName":${JSON.stringify(player.characterName)},"PlatformName":${JSON.stringify(player.platformName)}`;
  return `{"Id":${player.id},${names},"AvatarUrl":${JSON.stringify(player.avatarUrl)},"Level":${player.level},"Online":`;
}

export function tribeJson(tribe: Pick<ShownTribe, "id" | "name" | "ownerId" | "members">): string {
  return `{"Id":${tribe.id},"Name":${JSON.stringify(tribe.name)},"Owner":${tribe.ownerId},"Members":${tribe.members}}`;
}
