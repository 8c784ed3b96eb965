/** The exchange keys of which a process looks after the orders. */

/** A key that something is to be done for. */
export interface WorkKey {
  readonly keyId: number;
  readonly ownerUid: number;
  readonly exchange: string;
  readonly isActive: boolean;
}

/** The keys that a process can work on. */
export interface KeyRange {
  /** Codes of the exchanges that it is connected to. */
  readonly exchanges: readonly string[];
  /** Names this run of this process. */
  readonly owner: string;
  readonly limit: number;
}

/** Keys with something to do. */
export interface DueKeys {
  readonly keys: readonly WorkKey[];
  /** The epoch of the halts (`HaltViewStore`) when they were asked for. */
  readonly riskEpoch: number;
}
