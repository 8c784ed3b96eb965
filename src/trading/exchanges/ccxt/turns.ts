/** The turns that subscriptions take. */
import type { StreamDeps } from "./stream-deps.ts";
import { sleepQuietly } from "./waiting.ts";

/** Subscriptions leave this far apart: exchanges count messages of a connection too. */
export const STAGGER_MS = 100;

export class Turns {
  readonly #deps: Pick<StreamDeps, "clock" | "gate">;
  #nextStartMs = 0;

  constructor(deps: Pick<StreamDeps, "clock" | "gate">) {
    this.#deps = deps;
  }

  /** Resolves when it is the caller's turn, or when the signal is aborted. The next one comes `lengthMs` later. */
  async take(signal: AbortSignal, lengthMs = STAGGER_MS): Promise<void> {
    const nowMs = this.#deps.gate.nowMs();
    const startMs = Math.max(nowMs, this.#nextStartMs);
    this.#nextStartMs = startMs + lengthMs;
    if (startMs > nowMs) await sleepQuietly(this.#deps.clock, startMs - nowMs, signal);
  }
}
