/** API keys of users. */
import type { Instant } from "../../kit/time/instant.ts";
import type { Caller } from "../caller.ts";

/** Keys of one user that are not revoked. */
export const MAX_USER_KEYS = 50;

/** The terms that holders may change. */
export interface KeyTerms {
  readonly label: string;
  /** CIDR ranges that requests may come from; none for any. */
  readonly addresses: readonly string[];
  /** Whether `Authorization: Bearer <key>.<secret>` is taken. */
  readonly allowBearer: boolean;
  /** Whether signatures must cover path, body and expiry. */
  readonly isStrict: boolean;
}

export interface ApiKey extends KeyTerms {
  readonly id: number;
  /** The public part, sent in the header `Key`. */
  readonly key: string;
  readonly access: Caller["access"];
  readonly createdAt: Instant;
  /** Exact to about a minute. */
  readonly lastUsedAt: Instant | null;
  readonly revokedAt: Instant | null;
}

/** The caller before its name and address are known. */
export type KnownUser = Omit<Caller, "credential" | "access" | "address">;

/** All that a request is checked against. */
export interface KeyInUse {
  readonly apiKey: ApiKey;
  /** The HMAC key; see `secretRecord`. */
  readonly sealedSecret: string;
  /** SHA-256 of the secret. */
  readonly secretHash: Buffer;
  readonly user: KnownUser;
  /** The user's and the owner's epoch from before the rest was read: where they are still the same, so is the rest. */
  readonly stamp: string;
}

/** Under which name a key's secret is sealed. */
export function secretRecord(key: string): string {
  return `trading.api_keys:${key}`;
}
