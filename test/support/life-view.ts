/** The answers of a lookup of players, in plain values, from any source: compared with a simulated life. */
import type { Instant } from "../../src/kit/time/instant.ts";

/** Ids of players are decimal text. */
export interface ViewedPlayer {
  readonly id: string;
  readonly characterName: string;
  readonly platformName: string;
  readonly level: number;
  readonly online: boolean;
  /** Null without one, and for a tribe of which no save is known. */
  readonly tribe: {
    readonly id: number;
    readonly name: string;
    readonly owner: string;
    readonly members: number;
  } | null;
}

export interface ViewedTribe {
  readonly id: number;
  readonly name: string;
  readonly owner: string;
  /** In the order of their ids as text. */
  readonly members: readonly string[];
}

export interface ViewedSession {
  readonly server: string;
  readonly startedAt: Instant;
  /** Null while it lasts. */
  readonly endedAt: Instant | null;
}

export interface ViewedName {
  readonly kind: "character" | "platform";
  readonly name: string;
}

export interface View {
  /** Players who are online, in any order. */
  online(): Promise<readonly string[]>;
  /** Undefined for none. Whose saves are gone is still known, without a tribe. */
  player(id: string): Promise<ViewedPlayer | undefined>;
  tribe(id: number): Promise<ViewedTribe | undefined>;
  /** Players found by a name, best first. */
  search(query: string): Promise<readonly string[]>;
  /** Of a player's account, in any order. */
  sessions(id: string): Promise<readonly ViewedSession[]>;
  /** Present and former names of a player; of each kind the newest first. */
  names(id: string): Promise<readonly ViewedName[]>;
}

/** A process that reads a cluster, and what it has stored. */
export interface LifeSubject {
  readonly view: View;
  /**
   * Lets this much time of the shared clock pass. While the process runs, whatever is due in it is done when this
   * resolves.
   */
  pass(ms: number): Promise<void>;
  /** Starts the process; resolves when it has read what is there. */
  start(): Promise<void>;
  /** Ends the process without a word. */
  kill(): Promise<void>;
}
