/** Reads what has happened to the orders of runs, as their senders have stored it. */
import type { KnownOrder, RunJournal } from "../store-runs.ts";
import type { Runner } from "./runner.ts";
import type { Runners } from "./runners.ts";

/** Orders that have come to their end change seldom. Without notifications, this many are looked at in this time. */
const MOST_SETTLED = 500;
const SETTLED_MS = 200;

export class RunOrderReader {
  readonly #runs: Pick<RunJournal, "readChanged">;
  readonly #runners: Runners;
  #told = new Set<number>();
  #settledMs = 0;
  /** Runs whose orders were all looked at in this round. */
  #looked = new Set<number>();

  constructor(runs: Pick<RunJournal, "readChanged">, runners: Runners) {
    this.#runs = runs;
    this.#runners = runners;
  }

  /** Something has happened to these orders, though they may have come to their end before. */
  note(ids: readonly number[]): void {
    for (const id of ids) this.#told.add(id);
  }

  /**
   * Takes what has changed into the memory of the runs, which are due at once then.
   *
   * @returns keys whose orders have changed
   */
  async read(nowMs: number): Promise<ReadonlySet<number>> {
    const told = this.#told;
    this.#told = new Set();
    const known = new Map<number, KnownOrder>();
    const byOrder = new Map<number, Runner>();
    const add = (runner: Runner, orders: Iterable<readonly [number, KnownOrder]>): void => {
      for (const [id, order] of orders) {
        known.set(id, order);
        byOrder.set(id, runner);
      }
    };
    for (const runner of this.#runners.all()) add(runner, runner.context.memory.knownOf(told));
    for (const runner of this.#nextRound(nowMs)) add(runner, runner.context.memory.known());
    const keys = new Set<number>();
    for (const order of await this.#runs.readChanged(known)) {
      const runner = byOrder.get(order.terms.id);
      if (!runner?.context.memory.put(order)) continue;
      runner.dueMs = 0;
      keys.add(order.terms.keyId);
    }
    return keys;
  }

  /** Runs whose orders are looked at, whatever became of them: all in turn, so that no look takes long. */
  #nextRound(nowMs: number): readonly Runner[] {
    if (nowMs < this.#settledMs) return [];
    this.#settledMs = nowMs + SETTLED_MS;
    const round: Runner[] = [];
    let orders = 0;
    for (const runner of this.#runners.all()) {
      if (this.#looked.has(runner.kept.id)) continue;
      if (orders >= MOST_SETTLED) return round;
      this.#looked.add(runner.kept.id);
      round.push(runner);
      orders += runner.context.memory.newest.size;
    }
    this.#looked = new Set();
    return round;
  }
}
