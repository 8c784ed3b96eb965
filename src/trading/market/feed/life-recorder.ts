/** Keeps how long opportunities lived, in batches. */
import type { Log } from "../../../kit/log/log.ts";
import type { OpportunityLife, OpportunityLifeStore } from "../store.ts";

/** Lives that wait to be written; more are left out. */
const MAX_WAITING = 5_000;

export class LifeRecorder {
  readonly #store: Pick<OpportunityLifeStore, "recordLives">;
  readonly #log: Log;
  #waiting: OpportunityLife[] = [];
  /** Lives that were left out because too many waited. */
  skipped = 0;

  constructor(store: Pick<OpportunityLifeStore, "recordLives">, log: Log) {
    this.#store = store;
    this.#log = log;
  }

  /** Only what would have left something after fees is kept. */
  add(life: OpportunityLife): void {
    if (life.bestNetPercent <= 0) return;
    if (this.#waiting.length >= MAX_WAITING) this.skipped++;
    else this.#waiting.push(life);
  }

  /** Writes what waits. Records that cannot be written are left out: they are statistics. */
  async flush(): Promise<void> {
    const lives = this.#waiting;
    this.#waiting = [];
    if (lives.length === 0) return;
    try {
      await this.#store.recordLives(lives);
    } catch (error) {
      this.#log.warn({ err: error, lives: lives.length }, "lives of opportunities could not be kept");
    }
  }
}
