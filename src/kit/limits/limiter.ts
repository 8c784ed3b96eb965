/** Rate limits: how many requests a key may use in a window of time. */
import { createHash } from "node:crypto";

/** This many requests in this many seconds. */
export interface Allowance {
  /**
   * Names the bucket: `address:192.0.2.7`. One key has one window at a time, so two allowances of one caller need two
   * keys.
   */
  readonly key: string;
  readonly requests: number;
  /** May be a part of a second. */
  readonly windowSeconds: number;
}

export interface Verdict {
  readonly allowed: boolean;
  /** Requests in a window. */
  readonly limit: number;
  /** Requests that are left in this window; 0 when refused. */
  readonly remaining: number;
  /** Whole seconds until the window ends, at least 1. */
  readonly resetSeconds: number;
  /** 0 when allowed, else whole seconds until it is worth trying again. */
  readonly retryAfterSeconds: number;
  /** The key is banned, whatever its allowance. */
  readonly isBanned: boolean;
}

/**
 * Fixed windows: a key's window begins with its first request. A request that is refused counts as well, but does not
 * make the window longer.
 */
export interface Limiter {
  /** Uses up `cost` (whole, at least 1) of the allowance and says whether that was within it. Never fails. */
  consume(allowance: Allowance, cost?: number): Verdict | Promise<Verdict>;
  /**
   * Refuses everything for a key from now on, whatever its allowance, for `seconds` (whole, up to 31 days). The latest
   * call counts, and 0 lifts the ban and gives the key a fresh window.
   */
  blockFor(key: string, seconds: number): void | Promise<void>;
  close(): void | Promise<void>;
}

/** More than any allowance: the window of a key that is banned. */
export const BANNED = 1_000_000_000;

/** The requests of an allowance that refuses banned callers only. */
export const UNLIMITED = BANNED - 1;

export const MAX_BAN_SECONDS = 2_678_400;

const MAX_KEY_LENGTH = 200;

/** The key, or a hash in its place when it is longer than 200 characters, so that no caller can make us keep more. */
export function boundedKey(key: string): string {
  return key.length <= MAX_KEY_LENGTH ? key : `sha256:${createHash("sha256").update(key).digest("base64url")}`;
}

/** The verdict on a window of which `used` is gone and which ends in `endsInMs`. */
export function verdict(allowance: Allowance, used: number, endsInMs: number): Verdict {
  const allowed = used <= allowance.requests;
  const resetSeconds = Math.max(1, Math.ceil(endsInMs / 1000));
  return {
    allowed,
    limit: allowance.requests,
    remaining: allowed ? allowance.requests - used : 0,
    resetSeconds,
    retryAfterSeconds: allowed ? 0 : resetSeconds,
    isBanned: used >= BANNED,
  };
}
