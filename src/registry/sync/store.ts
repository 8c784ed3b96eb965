/** The storage port of following an upstream. */
import type { Lease } from "../../kit/sql/lease.ts";
import type { Instant } from "../../kit/time/instant.ts";

export interface SyncState {
  /** Its base URL. */
  readonly upstream: string;
  /** The newest change that was seen; null before the first complete run. */
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
