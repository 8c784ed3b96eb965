/** The storage port of following an upstream. */
import type { Lease } from "../../kit/sql/lease.ts";
import type { Instant } from "../../kit/time/instant.ts";
import type { Place } from "./sources/walk-registry.ts";

/** A reading of everything that has not come to the last page. */
export interface UnfinishedReading {
  readonly startedAt: Instant;
  /** When it last got further. */
  readonly reachedAt: Instant;
  /** The page to go on with: the servers of the pages before it are written. */
  readonly place: Place;
  /** How many pages are before it. */
  readonly pages: number;
  /** The newest change that it has seen; 0 for none. */
  readonly newest: number;
}

export interface SyncState {
  /** Its base URL. */
  readonly upstream: string;
  /** The newest change that was seen; null before changes were followed, and before the first complete run. */
  readonly lastUpdatedAt: Instant | null;
  /** When everything was last read, and not only what had changed. */
  readonly lastFullAt: Instant | null;
  readonly lastAttemptAt: Instant | null;
  readonly lastSuccessAt: Instant | null;
  /** Of the last run; null when it succeeded. */
  readonly lastError: string | null;
  /** In a row. */
  readonly failures: number;
  /** No process tries before. */
  readonly nextAttemptAt: Instant | null;
  /** Of the last reading of everything; null when it came to the end. */
  readonly unfinished: UnfinishedReading | null;
}

/** Servers of one origin. */
export interface OriginCount {
  readonly origin: string;
  readonly servers: number;
  /** Deleted ones too. */
  readonly versions: number;
}

export interface SyncStore {
  readState(upstream: string): Promise<SyncState | undefined>;
  listStates(): Promise<SyncState[]>;
  /** The largest origin first. */
  countOrigins(): Promise<OriginCount[]>;
  /** @throws LeaseLost when `lease` is no longer held. */
  saveState(state: SyncState, lease: Lease): Promise<void>;
}
