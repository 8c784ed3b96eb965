/**
 * Stores slices that are decided in one turn of the event loop, or while others are being stored, in one commit.
 *
 * A slice that goes alone locks its keys. Others of these keys wait for it here: a commit would pass them over, and each would
 * go alone as well, and lock its keys for the next ones.
 */
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
  /** How many slices go alone at the moment, by key. */
  readonly #alone = new Map<number, number>();

  constructor(deps: FireGroupsDeps) {
    this.#deps = deps;
  }

  /** A slice whose plan and rights have to be asked for goes alone, and so does one that the others pass over. */
  fire(worker: RunWorker, firing: Firing): Promise<Fired> {
    if (firing.isAllowed && firing.stamp === undefined) return this.#goAlone(worker, firing);
    return new Promise((resolve, reject) => {
      this.#waiting.push({ worker, firing, resolve, reject });
      this.#begin();
    });
  }

  #begin(): void {
    if (!this.#isRunning && this.#waiting.length > 0) void this.#run();
  }

  async #goAlone(worker: RunWorker, firing: Firing): Promise<Fired> {
    const keys = keysOf(firing);
    for (const key of keys) this.#alone.set(key, (this.#alone.get(key) ?? 0) + 1);
    try {
      return await this.#deps.alone(worker, firing);
    } finally {
      for (const key of keys) {
        const left = (this.#alone.get(key) ?? 1) - 1;
        if (left > 0) this.#alone.set(key, left);
        else this.#alone.delete(key);
      }
      this.#begin();
    }
  }

  /** One commit at a time: a second one would wait for the numbers of the first. */
  async #run(): Promise<void> {
    this.#isRunning = true;
    // What is decided in one turn goes together.
    await Promise.resolve();
    for (let group = this.#take(); group.length > 0; group = this.#take()) await this.#store(group);
    this.#isRunning = false;
  }

  /** Those of one worker, each run once; none while all that wait have to wait for one that goes alone. */
  #take(): readonly Waiting[] {
    const runs = new Set<number>();
    let of: RunWorker | undefined;
    const taken: Waiting[] = [];
    const left: Waiting[] = [];
    for (const each of this.#waiting) {
      const { worker, firing } = each;
      const isFree = !runs.has(firing.runId) && !keysOf(firing).some((key) => this.#alone.has(key));
      if (isFree) of ??= worker;
      const fits = isFree && worker.fence === of?.fence && worker.lease === of.lease;
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
      else this.#goAlone(worker, firing).then(resolve, reject);
    }
  }
}

function keysOf({ orders }: Pick<Firing, "orders">): readonly number[] {
  return [...new Set(orders.map(({ keyId }) => keyId))];
}
