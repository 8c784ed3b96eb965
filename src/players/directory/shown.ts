/** Players and tribes as lists show them. */
import type { Instant } from "../../kit/time/instant.ts";

/** A simple player profile. */
export interface SimplePlayer {
  readonly id: bigint;
  readonly characterName: string;
  readonly platformName: string;
  /** An https URL, or `""`. */
  readonly avatarUrl: string;
  readonly level: number;
  readonly isOnline: boolean;
}

/** A player as lists hold it: with what a list is chosen by, and what only some lists show. */
export interface ShownPlayer extends SimplePlayer {
  /** The key of the server that it is on; null while it is offline. */
  readonly onlineOn: string | null;
  /** When its account was last on a server; else when its save was written. */
  readonly lastSeen: Instant;
  /** Names that it no longer has, each once, the latest first. */
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
  /** As of a player. */
  readonly formerNames: readonly string[];
}

/** A player on a server without a known save: a name without a profile. */
export interface Stranger {
  readonly platformId: string;
  readonly name: string;
  readonly avatarUrl: string;
  /** The key of the server that the account is on. */
  readonly onlineOn: string;
}

/** A simple player profile as JSON. The id is written digit by digit: a number would lose those past 2^53. */
export function playerJson(player: SimplePlayer): string {
  return `${playerStart(player)}${player.isOnline}}`;
}

/** The same without its end, `true}` or `false}`: what changes most often. */
function playerStart(player: Omit<SimplePlayer, "isOnline">): string {
  const names = `"CharacterName":${JSON.stringify(player.characterName)},"PlatformName":${JSON.stringify(player.platformName)}`;
  return `{"Id":${player.id},${names},"AvatarUrl":${JSON.stringify(player.avatarUrl)},"Level":${player.level},"Online":`;
}

/** A player as `/Online` shows it: the simple profile, as JSON, with the server's key behind it. */
export function onlineJson(shown: string, server: string): string {
  return `${shown.slice(0, -1)},"Server":${JSON.stringify(server)}}`;
}

export function tribeJson(tribe: Pick<ShownTribe, "id" | "name" | "ownerId" | "members">): string {
  return `{"Id":${tribe.id},"Name":${JSON.stringify(tribe.name)},"Owner":${tribe.ownerId},"Members":${tribe.members}}`;
}
