/**
 * The clock of one process whose time a test moves: real work is done between two moves, and time leaps over idle
 * stretches.
 */
import type { Clock } from "../../src/kit/time/clock.ts";
import { plusMillis, type Instant } from "../../src/kit/time/instant.ts";
import type { ManualClock } from "./manual-clock.ts";

/** A short sleeper looks again and again, several times a second: once a leap is as good. */
const RESTLESS_MS = 250;
/** A long sleeper is in no hurry: until the end of the leap. */
const PUNCTUAL_MS = 2_000;

interface Sleeper {
  readonly at: Instant;
  /** Woken at that very moment, and not only at the end of the leap. */
  readonly isPunctual: boolean;
  readonly wake: () => void;
}

export class LeapingClock implements Clock {
  readonly #shared: ManualClock;
  readonly #leapMs: number;
  readonly #sleepers = new Set<Sleeper>();
  #hasStopped = false;

  /** @param shared what time it is, for everybody. */
  constructor(shared: ManualClock, leapMs: number) {
    this.#shared = shared;
    this.#leapMs = leapMs;
  }

  now(): Instant {
    return this.#shared.now();
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return this.#sleep(ms, ms > RESTLESS_MS && ms <= PUNCTUAL_MS, signal);
  }

  every(ms: number, task: () => Promise<void> | void, signal: AbortSignal): void {
    const loop = async (): Promise<void> => {
      while (!signal.aborted) {
        await this.#sleep(ms, false, signal);
        await task();
      }
    };
    loop().catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
  }

  /** Moves the time of all, and awaits `settled` after each move: then no work may be in progress. */
  async pass(ms: number, settled: () => Promise<void>): Promise<void> {
    const end = plusMillis(this.now(), ms);
    await settled();
    while (this.now() < end) {
      const leapEnd = Math.min(plusMillis(this.now(), this.#leapMs), end) as Instant;
      for (let at = this.#nextPunctual(leapEnd); at !== undefined; at = this.#nextPunctual(leapEnd)) {
        await this.#moveTo(at);
        this.#wake(({ isPunctual, at: due }) => isPunctual && due <= this.now());
        await settled();
      }
      await this.#moveTo(leapEnd);
      this.#wake(({ at }) => at <= this.now());
      await settled();
    }
  }

  /** Wakes everybody before the time. */
  startle(): void {
    this.#wake(() => true);
  }

  /** For this process time stands still from now on, whatever the others' does. Only sleeps that are cut short end. */
  stop(): void {
    this.#hasStopped = true;
  }

  #sleep(ms: number, isPunctual: boolean, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const end = (): void => {
        this.#sleepers.delete(sleeper);
        signal?.removeEventListener("abort", cut);
      };
      const wake = (): void => {
        if (this.#hasStopped || signal?.aborted === true) return;
        end();
        resolve();
      };
      const cut = (): void => {
        end();
        reject(signal?.reason instanceof Error ? signal.reason : new Error("the sleep was cut short"));
      };
      const sleeper: Sleeper = { at: plusMillis(this.now(), ms), isPunctual, wake };
      if (signal?.aborted === true) cut();
      else {
        this.#sleepers.add(sleeper);
        signal?.addEventListener("abort", cut, { once: true });
        if (ms <= 0) setImmediate(wake);
      }
    });
  }

  #nextPunctual(before: Instant): Instant | undefined {
    const times = [...this.#sleepers].filter(({ isPunctual, at }) => isPunctual && at < before).map(({ at }) => at);
    return times.length === 0 ? undefined : (Math.min(...times) as Instant);
  }

  async #moveTo(at: Instant): Promise<void> {
    await this.#shared.advance(Math.max(0, at - this.now()) / 1_000);
  }

  /** In the order of their times. */
  #wake(isChosen: (sleeper: Sleeper) => boolean): void {
    const chosen = [...this.#sleepers].filter(isChosen).toSorted((one, other) => one.at - other.at);
    for (const { wake } of chosen) wake();
  }
}
