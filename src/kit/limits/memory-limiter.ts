/**
 * Rate limits within one process.
 *
 * Our own map rather than the one of rate-limiter-flexible, which serves the Redis limiter: that one answers with a
 * promise and rejects it for a refusal, arms a timer for every key, and holds as many keys as callers make up. This one
 * answers at once, has no timers, and has a bound; measured side by side, it takes a tenth of the time.
 */
import { invariant } from "../errors/invariant.ts";
import type { Clock } from "../time/clock.ts";
import { boundedKey, MAX_BAN_SECONDS, verdict, type Limiter, type Verdict } from "./limiter.ts";

export interface MemoryLimiterOptions {
  readonly clock: Clock;
  /** Keys that are remembered at once; the oldest windows are forgotten first. Default 100,000, about 15 MB. */
  readonly maxKeys?: number;
}

/** Says at once, where the interface allows to say later. */
export interface MemoryLimiter extends Limiter {
  consume(...args: Parameters<Limiter["consume"]>): Verdict;
  blockFor(key: string, seconds: number): void;
  close(): void;
}

const DEFAULT_MAX_KEYS = 100_000;

interface Window {
  used: number;
  /** Microseconds since the epoch. */
  readonly endsAt: number;
}

/** Makes a limiter that counts in memory. */
export function memoryLimiter({ clock, maxKeys = DEFAULT_MAX_KEYS }: MemoryLimiterOptions): MemoryLimiter {
  // Both in the order in which their windows began, so that the first are the first to be forgotten. Bans are kept apart:
  // somebody with many addresses must not be able to push their own ban out.
  const windows = new Map<string, Window>();
  const bans = new Map<string, number>();

  return {
    consume(allowance, cost = 1) {
      invariant(Number.isInteger(cost) && cost >= 1, "a request costs a whole number, at least 1");
      const now = clock.now();
      const key = boundedKey(allowance.key);
      if (bans.size > 0) {
        const until = bans.get(key);
        if (until !== undefined && until > now) return verdict(allowance, Infinity, (until - now) / 1000);
        bans.delete(key);
      }
      const window = windows.get(key);
      if (window !== undefined && window.endsAt > now) {
        window.used += cost;
        return verdict(allowance, window.used, (window.endsAt - now) / 1000);
      }
      if (window === undefined) makeRoom(windows, maxKeys);
      // Taken out first, so that it goes to the end of the order.
      else windows.delete(key);
      windows.set(key, { used: cost, endsAt: now + allowance.windowSeconds * 1_000_000 });
      return verdict(allowance, cost, allowance.windowSeconds * 1000);
    },
    blockFor(key, seconds) {
      invariant(Number.isInteger(seconds) && seconds >= 0 && seconds <= MAX_BAN_SECONDS, "a ban is up to 31 days");
      const bounded = boundedKey(key);
      bans.delete(bounded);
      windows.delete(bounded);
      if (seconds === 0) return;
      makeRoom(bans, maxKeys);
      bans.set(bounded, clock.now() + seconds * 1_000_000);
    },
    close() {
      windows.clear();
      bans.clear();
    },
  };
}

/** Forgets the oldest key when the map is full. */
function makeRoom(map: Map<string, unknown>, maxKeys: number): void {
  if (map.size < maxKeys) return;
  for (const oldest of map.keys()) {
    map.delete(oldest);
    return;
  }
}
