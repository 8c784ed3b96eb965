/** Keys of callers. */
import type { Instant } from "../../kit/time/instant.ts";

/** The rights of a key. Each scope opens what those before it do. */
export const SCOPES = ["read", "history", "admin"] as const;

export type Scope = (typeof SCOPES)[number];

/** The caller: the owner of the key in the request. */
export interface KeyOwner {
  readonly id: string;
  readonly name: string;
  readonly scope: Scope;
  /** Requests in any window of this many seconds. */
  readonly requests: number;
  readonly windowSeconds: number;
  /** Null for never. */
  readonly expiresAt: Instant | null;
}

/** Whether a key of one scope opens what another one is needed for. */
export function opens(scope: Scope, needed: Scope): boolean {
  return SCOPES.indexOf(scope) >= SCOPES.indexOf(needed);
}

export interface ApiKey {
  readonly id: string;
  readonly name: string;
  /** SHA-256 of the key. The key itself is shown once and stored nowhere. */
  readonly hash: Buffer;
  /** The first characters, to tell keys apart in lists. */
  readonly hint: string;
  readonly scope: Scope;
  /** Requests in a window; null for the service's own. */
  readonly requests: number | null;
  readonly windowSeconds: number | null;
  readonly createdAt: Instant;
  readonly expiresAt: Instant | null;
  readonly isEnabled: boolean;
  readonly lastUsedAt: Instant | null;
}
