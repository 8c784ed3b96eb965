/** Windows in memory, in a bounded number: what is forgotten for a new one has ended, or else has used least. */
import type { Allowance } from "./limiter.ts";

export interface Window {
  readonly used: number;
  /** Microseconds since the epoch. */
  readonly endsAt: number;
}

interface KeptWindow {
  used: number;
  readonly endsAt: number;
  level: number;
}

/** Windows are told apart by quarters of their allowance. Those that have used all of it are on the last level. */
const FULL = 4;
/** All windows are looked at no more often than this, in microseconds: it takes some milliseconds. */
const SWEEP_EVERY = 1_000_000;

/**
 * A caller with many addresses, or names, begins as many windows. Each takes the place of one that has used little: a key
 * at its limit is forgotten only for another one at its limit, the oldest first.
 */
export class BoundedWindows {
  readonly #maxKeys: number;
  readonly #windows = new Map<string, KeptWindow>();
  /** The keys of each level, from the one that has been there for longest. */
  readonly #levels = Array.from({ length: FULL + 1 }, () => new Queue());
  #sweptAt = -Infinity;

  constructor(maxKeys: number) {
    this.#maxKeys = maxKeys;
  }

  get size(): number {
    return this.#windows.size;
  }

  /** The window of a key that has not ended. */
  find(key: string, now: number): Window | undefined {
    const window = this.#windows.get(key);
    return window !== undefined && window.endsAt > now ? window : undefined;
  }

  /** Uses up some of the window of the allowance's key, which begins now if none is open. */
  use(key: string, cost: number, { requests, windowSeconds }: Omit<Allowance, "key">, now: number): Window {
    const window = this.#windows.get(key);
    if (window === undefined || window.endsAt <= now) {
      return this.#begin(
        key,
        { used: cost, endsAt: now + windowSeconds * 1_000_000, level: levelOf(cost, requests) },
        now,
      );
    }
    window.used += cost;
    const level = levelOf(window.used, requests);
    if (level !== window.level) {
      this.#levels[window.level]?.delete(key);
      this.#levels[level]?.add(key);
      window.level = level;
    }
    return window;
  }

  /** Begins a window that is full already, in the place of any other. */
  fill(key: string, window: Window, now: number): void {
    this.#begin(key, { ...window, level: FULL }, now);
  }

  delete(key: string): void {
    const window = this.#windows.get(key);
    if (window) this.#remove(key, window);
  }

  clear(): void {
    this.#windows.clear();
    for (const level of this.#levels) level.clear();
  }

  #begin(key: string, window: KeptWindow, now: number): Window {
    this.delete(key);
    if (this.#windows.size >= this.#maxKeys) this.#makeRoom(now);
    this.#windows.set(key, window);
    this.#levels[window.level]?.add(key);
    return window;
  }

  #makeRoom(now: number): void {
    if (now - this.#sweptAt >= SWEEP_EVERY) {
      this.#sweptAt = now;
      for (const [key, window] of this.#windows) if (window.endsAt <= now) this.#remove(key, window);
    }
    if (this.#windows.size < this.#maxKeys) return;
    const key = this.#levels.find(({ size }) => size > 0)?.takeOldest();
    if (key !== undefined) this.#windows.delete(key);
  }

  #remove(key: string, { level }: KeptWindow): void {
    this.#windows.delete(key);
    this.#levels[level]?.delete(key);
  }
}

/** Keys in the order of their arrival. */
class Queue {
  readonly #keys = new Set<string>();
  // Kept, because a new one would pass over the places of all keys that were taken before.
  #next: Iterator<string, undefined> = this.#keys.values();

  get size(): number {
    return this.#keys.size;
  }

  add(key: string): void {
    this.#keys.add(key);
  }

  delete(key: string): void {
    this.#keys.delete(key);
  }

  clear(): void {
    this.#keys.clear();
  }

  takeOldest(): string | undefined {
    let { value: key } = this.#next.next();
    if (key === undefined) {
      this.#next = this.#keys.values();
      key = this.#next.next().value;
    }
    if (key !== undefined) this.#keys.delete(key);
    return key;
  }
}

function levelOf(used: number, requests: number): number {
  return used >= requests ? FULL : Math.floor((used / requests) * FULL);
}
