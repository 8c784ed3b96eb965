/**
 * Tells listeners what has changed. Changes are recorded at once, and passed on after everything that one read of a socket brought.
 * So many messages cost one call for each listing, and listeners do not wait for other sockets. When telling takes long, the rest
 * waits for the next turn of the event loop and is told with its newest state: sockets are read in between, and nothing piles up.
 */
import type { Log } from "../../kit/log/log.ts";
import type { Clock } from "../../kit/time/clock.ts";
import { DirtySet } from "./core/dirty-set.ts";

/** How long telling may hold up everything else, in microseconds. */
const SLICE_US = 5_000;

/** The clock is looked at once in this many. */
const SLICE_CHECK = 32;

export type IndexListener = (index: number) => void;

export class Notifier {
  readonly #clock: Pick<Clock, "now">;
  readonly #log: Log;
  readonly #dirty = new DirtySet();
  readonly #listeners = new Set<{ readonly listener: IndexListener }>();
  #isWaiting = false;
  #isClosed = false;
  /** Changes that were skipped because a newer one came first. */
  skipped = 0;

  constructor(clock: Pick<Clock, "now">, log: Log) {
    this.#clock = clock;
    this.#log = log;
  }

  get hasListeners(): boolean {
    return this.#listeners.size > 0;
  }

  /** Calls `listener` for what changes from now on, until the answered function is called. */
  add(listener: IndexListener): () => void {
    const entry = { listener };
    this.#listeners.add(entry);
    return () => void this.#listeners.delete(entry);
  }

  note(index: number): void {
    if (!this.#dirty.add(index)) this.skipped++;
    else if (!this.#isWaiting) {
      this.#isWaiting = true;
      process.nextTick(() => this.#tell());
    }
  }

  close(): void {
    this.#isClosed = true;
    this.#listeners.clear();
  }

  #tell(): void {
    this.#isWaiting = false;
    if (this.#isClosed) return;
    const until = this.#clock.now() + SLICE_US;
    let told = 0;
    for (let index = this.#dirty.take(); index >= 0; index = this.#dirty.take()) {
      for (const { listener } of this.#listeners) this.#call(listener, index);
      told++;
      if (told % SLICE_CHECK === 0 && this.#clock.now() > until) break;
    }
    if (this.#dirty.length === 0) return;
    this.#isWaiting = true;
    setImmediate(() => this.#tell());
  }

  #call(listener: IndexListener, index: number): void {
    try {
      listener(index);
    } catch (error) {
      this.#log.error({ err: error }, "a listener of the market failed");
    }
  }
}
