/** The storage port of the directory. */
import type { ShownPlayer, ShownTribe, Stranger } from "./shown.ts";

export interface DirectoryStore {
  /** Every player, in batches, from one state of the database. */
  streamPlayers(): AsyncIterable<ShownPlayer[]>;
  streamTribes(): AsyncIterable<ShownTribe[]>;
  /** Those of these players, and of the players of these accounts, that there are. */
  readPlayers(ids: readonly string[], accounts: readonly string[]): Promise<ShownPlayer[]>;
  /** Those of these tribes that there are. */
  readTribes(ids: readonly number[]): Promise<ShownTribe[]>;
  /** Accounts without a player that are on a server: of all, or of these. */
  readStrangers(accounts?: readonly string[]): Promise<Stranger[]>;
  /** Players of a platform account, the one saved last first; at most 200. */
  playersOfAccount(platformId: string): Promise<bigint[]>;
}
