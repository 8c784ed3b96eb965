/** Writes the changes that come during a write together with the next one: one commit for many changes. */

type Write<Change> = (changes: readonly Change[]) => Promise<void>;

interface Waiting<Change> {
  readonly change: Change;
  readonly sinceMs: number;
  readonly done: (error?: unknown) => void;
}

/** Changes in one commit. */
const MOST = 500;

export class GroupCommit<Change> {
  readonly #write: Write<Change>;
  readonly #nowMs: () => number;
  readonly #onBroken: (error: unknown) => void;
  #waiting: Waiting<Change>[] = [];
  #running: Promise<void> | undefined;
  #broken: { readonly error: unknown } | undefined;
  /** How long the changes of the last commit waited for it, at most, in milliseconds. */
  lagMs = 0;

  /** @param onBroken called once, after a write has failed; nothing is written afterwards */
  constructor(write: Write<Change>, nowMs: () => number, onBroken: (error: unknown) => void) {
    this.#write = write;
    this.#nowMs = nowMs;
    this.#onBroken = onBroken;
  }

  /** Resolves when the change is durable, after all that were added before; rejects when that is not known. */
  add(change: Change): Promise<void> {
    if (this.#broken) return Promise.reject(new Error("the journal is closed", { cause: this.#broken.error }));
    return new Promise((resolve, reject) => {
      const done = (error?: unknown): void => {
        if (error === undefined) resolve();
        else reject(error instanceof Error ? error : new Error("the journal failed", { cause: error }));
      };
      this.#waiting.push({ change, sinceMs: this.#nowMs(), done });
      this.#running ??= this.#run();
    });
  }

  /** Resolves when everything that was added is written, or has failed. Nothing is taken afterwards. */
  async close(): Promise<void> {
    while (this.#running) await this.#running;
    this.#broken ??= { error: new Error("it was closed") };
  }

  async #run(): Promise<void> {
    // Changes of one turn of the event loop go together.
    await Promise.resolve();
    while (this.#waiting.length > 0 && !this.#broken) {
      const batch = this.#waiting.splice(0, MOST);
      try {
        await this.#write(batch.map(({ change }) => change));
        this.lagMs = this.#nowMs() - Math.min(...batch.map(({ sinceMs }) => sinceMs));
        for (const { done } of batch) done();
      } catch (error) {
        this.#broken = { error };
        for (const { done } of [...batch, ...this.#waiting.splice(0)]) done(error);
        this.#onBroken(error);
      }
    }
    this.#running = undefined;
  }
}
