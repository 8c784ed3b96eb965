/** A character in the simulated cluster, and its player. */
import type { Instant } from "../../../kit/time/instant.ts";
import type { Person } from "./people.ts";

/** A new player. */
export interface Newcomer extends Person {
  /** Below 2^32, as tribes' lists have no more room. */
  readonly id: bigint;
  /** 17 digits in ARK: Survival Evolved, 32 hexadecimal digits in Ascended. */
  readonly platformId: string;
  /** Of the ranges for documentation (RFC 5737). */
  readonly networkAddress: string;
}

export interface Survivor extends Newcomer {
  /** Where the character lives, and is online if it is. */
  readonly server: string;
  readonly level: number;
  readonly deaths: number;
  /** A tribe's id; the game also writes a player's own id for one who is alone. */
  readonly tribeId: number | undefined;
  /** Since when it is online. */
  readonly joinedAt: Instant | undefined;
  /** Of the last time, in seconds of the game. */
  readonly lastLogin: number | undefined;
}

/** Levels that survivors may reach. */
export const TOP_LEVEL = 190;

export function newSurvivor(newcomer: Newcomer, server: string): Survivor {
  return { ...newcomer, server, level: 1, deaths: 0, tribeId: undefined, joinedAt: undefined, lastLogin: undefined };
}
