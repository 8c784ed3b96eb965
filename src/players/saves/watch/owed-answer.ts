/** Since when the file system owes an answer. A call that hangs cannot be ended, but it can be noticed. */
import type { Clock } from "../../../kit/time/clock.ts";
import { plusMillis, type Instant } from "../../../kit/time/instant.ts";

export class OwedAnswer {
  readonly #clock: Pick<Clock, "now">;
  /** The last answer, or the question where none came yet; undefined while nothing is asked. */
  #since: Instant | undefined;
  #patienceMs = 0;

  constructor(clock: Pick<Clock, "now">) {
    this.#clock = clock;
  }

  /** Something is asked now, and answered within `patienceMs` by a disk that works. */
  expect(patienceMs: number): void {
    this.#since = this.#clock.now();
    this.#patienceMs = patienceMs;
  }

  /** An answer came, and others are expected. */
  note(): void {
    if (this.#since !== undefined) this.#since = this.#clock.now();
  }

  /** Nothing is asked any more. */
  forget(): void {
    this.#since = undefined;
  }

  /** Since when no answer has come, where that is too long. */
  overdueSince(): Instant | undefined {
    if (this.#since === undefined || this.#clock.now() < plusMillis(this.#since, this.#patienceMs)) return undefined;
    return this.#since;
  }
}
