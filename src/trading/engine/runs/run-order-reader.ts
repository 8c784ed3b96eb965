/** Reads what has happened to the orders of runs, as their senders have stored it. */
import type { KnownOrder, RunJournal } from "../store-runs.ts";
import type { Runner } from "./runner.ts";
import type { Runners } from "./runners.ts";

/** Orders that have come to their end change seldom: so often they are looked at, unless they are told of. */
const SETTLED_MS = 1_000;

export class RunOrderReader {
  readonly #runs: Pick<RunJournal, "readChanged">;
  readonly #runners: Runners;
  #told = new Set<number>();
  #settledMs = 0;

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
    const isAll = nowMs >= this.#settledMs;
    if (isAll) this.#settledMs = nowMs + SETTLED_MS;
    const known = new Map<number, KnownOrder>();
    const byOrder = new Map<number, Runner>();
    for (const runner of this.#runners.all()) {
      const { memory } = runner.context;
      for (const [id, order] of isAll ? memory.known() : memory.knownOf(told)) {
        known.set(id, order);
        byOrder.set(id, runner);
      }
    }
    const keys = new Set<number>();
    for (const order of await this.#runs.readChanged(known)) {
      const runner = byOrder.get(order.terms.id);
      if (!runner?.context.memory.put(order)) continue;
      runner.dueMs = 0;
      keys.add(order.terms.keyId);
    }
    return keys;
  }
}
