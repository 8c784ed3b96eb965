/** The storage port of the saves area. */
import type { Transaction } from "../../kit/sql/database.ts";
import type { Instant } from "../../kit/time/instant.ts";
import type { PersonId } from "../privacy/index.ts";
import type { SavedChanges } from "./saved-contents.ts";
import type { FileStamp } from "./watch/core/file-stamp.ts";

/** Players, tribes and files of one cluster, from its game servers' saves. */
export interface SaveStore {
  /** The files of a server that were applied, with their stamps. An empty stamp asks for the file to be read again. */
  knownFiles(server: string): Promise<Map<string, FileStamp>>;

  /** Whether a server's first reading began with a batch, and no batch of it was the last yet. */
  isFirstReadingOpen(server: string): Promise<boolean>;

  /**
   * Applies one batch: all of it, or nothing. A batch may be applied again, with the same outcome; what is shown as
   * before is not announced. Before that, what is known of characters that erased accounts have made since is erased, and of
   * accounts whose character was erased before they were known.
   *
   * @throws LeaseLost when the server's lease (`serverLeaseName`) is no longer held with `fence`. Nothing was written.
   */
  apply(batch: SavedBatch): Promise<void>;
}

export interface SavedBatch {
  readonly server: string;
  /** Of the server's lease. */
  readonly fence: number;
  readonly at: Instant;
  readonly changes: SavedChanges;
  /** The content of the server's world save, when it was read. */
  readonly world?: WorldFacts;
}

export interface WorldFacts {
  /** Seconds that the world had been running when it was saved. */
  readonly gameTimeSeconds: number;
  readonly savedAt: Instant;
  /** When accounts came to the server last, by the game's own clock. */
  readonly logins: readonly { readonly platformId: string; readonly at: Instant }[];
}

/** A player who came to a tribe, left one, or went from one to another. */
export interface TribeChange {
  readonly playerId: bigint;
  readonly platformId: string | null;
  readonly characterName: string;
  /** Null for no tribe. */
  readonly from: number | null;
  readonly to: number | null;
  readonly at: Instant;
}

/** Work of others, for this store. */
export interface SaveHooks {
  /**
   * Told what happened, in the transaction of it: at least one change. Without players who want no history, and those seen
   * for the first time.
   */
  readonly onTribeChanges?: (tx: Transaction, changes: readonly TribeChange[]) => Promise<void>;
  /**
   * Erases a character of an erased account, or the account of an erased character: everything that is stored of it.
   * Without it, it stays.
   */
  readonly erase?: (id: PersonId, at: Instant) => Promise<void>;
}
