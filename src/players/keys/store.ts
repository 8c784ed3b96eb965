/** The storage port of keys. */
import type { Instant } from "../../kit/time/instant.ts";
import type { ApiKey } from "./key.ts";

/** Keys that one service can have. All of them are kept in memory. */
export const MAX_SERVICE_KEYS = 10_000;

/** This many requests in any window of this many seconds. */
export interface KeyLimits {
  readonly requests: number;
  readonly windowSeconds: number;
}

/** That a key was used, and when. */
export interface KeyUse {
  readonly id: string;
  readonly at: Instant;
}

export interface KeyStore {
  /** Answers false, and adds nothing, when there are `MAX_SERVICE_KEYS` already. */
  add(key: ApiKey): Promise<boolean>;
  /** All keys, oldest first. */
  list(): Promise<ApiKey[]>;
  /** The key with this SHA-256. */
  findByHash(hash: Buffer): Promise<ApiKey | undefined>;
  /** Null for the service's own limits. Answers false when the key does not exist. */
  setLimits(id: string, limits: KeyLimits | null): Promise<boolean>;
  /** Null for never. Answers false when the key does not exist. */
  setExpiry(id: string, expiresAt: Instant | null): Promise<boolean>;
  /** Answers false when the key does not exist. */
  setEnabled(id: string, isEnabled: boolean): Promise<boolean>;
  /** For good. Answers false when the key does not exist. */
  revoke(id: string): Promise<boolean>;
  /**
   * Writes when keys were last used. A use within a minute of the written one is passed over, and so is a key that
   * another transaction is changing.
   */
  touch(uses: readonly KeyUse[]): Promise<void>;
}
