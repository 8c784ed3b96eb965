/** Stores slices that are decided in one turn of the event loop, or while others are being stored, in one commit. */
import { wasRefused } from "../../kit/sql/query-error.ts";
import type { Fired, Firing, KeptRunOrder, RunWorker } from "./store-runs.ts";

interface FireGroupsDeps {
  /**
   * Stores slices of different runs in one commit, as far as nothing has to be asked and nothing has to be waited for.
   *
   * @returns the orders of those that are stored, by run
   */
  readonly together: (
    worker: RunWorker,
    firings: readonly Firing[],
  ) => Promise<ReadonlyMap<number, readonly KeptRunOrder[]>>;
  /** Stores one, or says why not. */
  readonly alone: (worker: RunWorker, firing: Firing) => Promise<Fired>;
}

interface Waiting {
  readonly worker: RunWorker;
  readonly firing: Firing;
  readonly resolve: (fired: Fired) => void;
  readonly reject: (error: unknown) => void;
}

/** Slices in one commit. */
const MOST = 100;

export class FireGroups {
  readonly #deps: FireGroupsDeps;
  #waiting: Waiting[] = [];
  #isRunning = false;

  constructor(deps: FireGroupsDeps) {
    this.#deps = deps;
  }

  /** A slice whose plan and rights have to be asked for goes alone, and so does one that the others pass over. */
  fire(worker: RunWorker, firing: Firing): Promise<Fired> {
    if (firing.isAllowed && firing.stamp === undefined) return this.#deps.alone(worker, firing);
    return new Promise((resolve, reject) => {
      this.#waiting.push({ worker, firing, resolve, reject });
      if (!this.#isRunning) void this.#run();
    });
  }

  /** One commit at a time: a second one would wait for the numbers of the first. */
  async #run(): Promise<void> {
    this.#isRunning = true;
    // What is decided in one turn goes together.
    await Promise.resolve();
    while (this.#waiting.length > 0) await this.#store(this.#take());
    this.#isRunning = false;
  }

  /** Those of one worker, each run once. */
  #take(): readonly Waiting[] {
    const runs = new Set<number>();
    const [first] = this.#waiting;
    const taken: Waiting[] = [];
    const left: Waiting[] = [];
    for (const each of this.#waiting) {
      const { worker, firing } = each;
      const fits =
        worker.fence === first?.worker.fence && worker.lease === first.worker.lease && !runs.has(firing.runId);
      if (fits && taken.length < MOST) taken.push(each);
      else left.push(each);
      runs.add(firing.runId);
    }
    this.#waiting = left;
    return taken;
  }

  async #store(group: readonly Waiting[]): Promise<void> {
    const [first] = group;
    if (!first) return;
    let stored: ReadonlyMap<number, readonly KeptRunOrder[]> = new Map();
    try {
      stored = await this.#deps.together(
        first.worker,
        group.map(({ firing }) => firing),
      );
    } catch (error) {
      // What PostgreSQL refused is undone as a whole: each tries alone, and fails alone.
      if (!wasRefused(error)) {
        for (const { reject } of group) reject(error);
        return;
      }
    }
    for (const { worker, firing, resolve, reject } of group) {
      const orders = stored.get(firing.runId);
      if (orders) resolve({ kind: "fired", orders });
      else this.#deps.alone(worker, firing).then(resolve, reject);
    }
  }
}
