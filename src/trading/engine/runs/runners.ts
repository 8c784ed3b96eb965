/** The runs that a process looks after, by their number and by the markets that they follow. */
import type { Runner } from "./runner.ts";

export class Runners {
  readonly #byId = new Map<number, Runner>();
  readonly #byCode = new Map<string, Set<Runner>>();

  add(runner: Runner): void {
    this.#byId.set(runner.kept.id, runner);
    for (const code of runner.context.memory.playbook.codes) {
      this.#byCode.set(code, (this.#byCode.get(code) ?? new Set()).add(runner));
    }
  }

  /** @returns whether it was the one of its run */
  remove(runner: Runner): boolean {
    const isOne = this.#byId.get(runner.kept.id) === runner;
    if (isOne) this.#byId.delete(runner.kept.id);
    for (const code of runner.context.memory.playbook.codes) {
      const others = this.#byCode.get(code);
      others?.delete(runner);
      if (others?.size === 0) this.#byCode.delete(code);
    }
    return isOne;
  }

  get(id: number): Runner | undefined {
    return this.#byId.get(id);
  }

  /** As they are now: what is added or removed later changes nothing of the list. */
  all(): readonly Runner[] {
    return [...this.#byId.values()];
  }

  /** Those that follow a market. */
  at(code: string): Iterable<Runner> {
    return this.#byCode.get(code) ?? [];
  }
}
