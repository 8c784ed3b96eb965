/**
 * The log of loops that look for work many times a second. While a database is away for minutes, each would write its failure
 * thousands of times.
 */
import type { Clock } from "../time/clock.ts";
import { toMillis } from "../time/instant.ts";
import type { Log } from "./log.ts";

/** The same failure is written again after this time. */
const EVERY_MS = 30_000;
/** More kinds at once are no repetition: all are forgotten, and written again. */
const MAX_KINDS = 50;

interface Parts {
  readonly log: Pick<Log, "warn">;
  readonly clock: Pick<Clock, "now">;
}

export class SparingLog {
  readonly #parts: Parts;
  readonly #kinds = new Map<string, { readonly againAtMs: number; leftOut: number }>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Writes a failure once in 30 seconds for its message and that of the error, with `leftOut`: how many it stands for beside itself. */
  warn(error: unknown, message: string): void {
    const { log, clock } = this.#parts;
    const kind = `${message}\n${error instanceof Error ? error.message : String(error)}`;
    const nowMs = toMillis(clock.now());
    const before = this.#kinds.get(kind);
    if (before && nowMs < before.againAtMs) {
      before.leftOut++;
      return;
    }
    if (this.#kinds.size >= MAX_KINDS) this.#kinds.clear();
    this.#kinds.set(kind, { againAtMs: nowMs + EVERY_MS, leftOut: 0 });
    log.warn({ err: error, ...(before && before.leftOut > 0 && { leftOut: before.leftOut }) }, message);
  }
}
