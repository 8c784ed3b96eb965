/** The real clock, until a test speeds it up: then waits of the schedule take a fraction of their time. */
import { setTimeout as delay } from "node:timers/promises";
import { systemClock, type Clock } from "../../../src/kit/time/clock.ts";
import type { Instant } from "../../../src/kit/time/instant.ts";

const STEP_MS = 5;

export class HasteningClock implements Clock {
  readonly #real = systemClock();
  #markReal = this.#real.now() as number;
  #mark = this.#markReal;
  #rate = 1;

  now(): Instant {
    return Math.floor(this.#mark + (this.#real.now() - this.#markReal) * this.#rate) as Instant;
  }

  hurry(rate: number): void {
    this.#mark = this.now();
    this.#markReal = this.#real.now();
    this.#rate = rate;
  }

  async sleep(ms: number, signal?: AbortSignal): Promise<void> {
    const until = this.now() + ms * 1000;
    do {
      const leftMs = (until - this.now()) / 1000 / this.#rate;
      await delay(Math.max(0, Math.min(leftMs, this.#rate === 1 ? STEP_MS * 10 : STEP_MS)), undefined, { signal });
    } while (this.now() < until);
  }

  every(ms: number, task: () => Promise<void> | void, signal: AbortSignal): void {
    const loop = async (): Promise<void> => {
      while (!signal.aborted) {
        await this.sleep(ms, signal);
        await task();
      }
    };
    loop().catch(() => undefined);
  }
}
