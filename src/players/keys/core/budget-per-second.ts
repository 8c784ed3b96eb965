/** How often something may be done: this many times in each second. */
import type { Instant } from "../../../kit/time/instant.ts";

const SECOND = 1_000_000;

export class BudgetPerSecond {
  readonly #times: number;
  #secondBeganAt = 0;
  #taken = 0;

  constructor(times: number) {
    this.#times = times;
  }

  /** Whether it may be done once more now. Counts as done then. */
  take(now: Instant): boolean {
    if (now - this.#secondBeganAt >= SECOND) {
      this.#secondBeganAt = now;
      this.#taken = 0;
    }
    if (this.#taken >= this.#times) return false;
    this.#taken++;
    return true;
  }

  /** Takes one back that was taken and is not to count. */
  giveBack(): void {
    this.#taken = Math.max(0, this.#taken - 1);
  }
}
