/** The runs that a process looks after, by their number and by the markets that they follow. */
import type { Runner } from "./runner.ts";

export class Runners {
  readonly #byId = new Map<number, Runner>();
  readonly #byCode = new Map<string, { readonly runners: Set<Runner>; readonly unfollow: () => void }>();
  readonly #follow: (code: string) => () => void;

  /** @param follow asks for the whole book of a market as long as a run follows it */
  constructor(follow: (code: string) => () => void) {
    this.#follow = follow;
  }

  add(runner: Runner): void {
    this.#byId.set(runner.kept.id, runner);
    for (const code of runner.context.memory.playbook.codes) {
      const at = this.#byCode.get(code) ?? { runners: new Set(), unfollow: this.#follow(code) };
      at.runners.add(runner);
      this.#byCode.set(code, at);
    }
  }

  /** @returns whether it was the one of its run */
  remove(runner: Runner | undefined): boolean {
    if (!runner) return false;
    const isOne = this.#byId.get(runner.kept.id) === runner;
    if (isOne) this.#byId.delete(runner.kept.id);
    for (const code of runner.context.memory.playbook.codes) {
      const at = this.#byCode.get(code);
      at?.runners.delete(runner);
      if (at?.runners.size !== 0) continue;
      at.unfollow();
      this.#byCode.delete(code);
    }
    return isOne;
  }

  get(id: number): Runner | undefined {
    return this.#byId.get(id);
  }

  /** A copy: later additions and removals do not change the list. */
  all(): readonly Runner[] {
    return [...this.#byId.values()];
  }

  /** Those that follow a market. */
  at(code: string): Iterable<Runner> {
    return this.#byCode.get(code)?.runners ?? [];
  }
}
