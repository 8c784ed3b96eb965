/** Failures on command, to test the code that must handle them. */
import { ExchangeFailure } from "../core/failure.ts";

export class SimulatedFaults {
  #lost: "before" | "after" | undefined;
  #refused = false;
  #skipped = false;
  readonly #drops = new Set<() => void>();

  /** The answer to the next order is lost; the order itself too when `before`. */
  loseNextPlace(when: "before" | "after"): void {
    this.#lost = when;
  }

  /** The next request of an account is refused for now. */
  refuseNext(): void {
    this.#refused = true;
  }

  /** The next change of a book that is due is not sent. */
  skipBookChange(): void {
    this.#skipped = true;
  }

  /** All streams break. They come again on their own. */
  dropStreams(): void {
    for (const drop of this.#drops) drop();
  }

  /** Calls `drop` whenever streams are to break. */
  onDrop(drop: () => void): void {
    this.#drops.add(drop);
  }

  /** Whether the change that is due now is the one to leave out. */
  takeSkip(): boolean {
    const skipped = this.#skipped;
    this.#skipped = false;
    return skipped;
  }

  /** Runs a request with what is to befall it. */
  run<T>(isPlace: boolean, request: () => T): T {
    if (this.#refused) {
      this.#refused = false;
      throw new ExchangeFailure("unavailable", "maintenance", "the exchange is busy with itself");
    }
    const lost = isPlace ? this.#lost : undefined;
    if (lost) this.#lost = undefined;
    if (lost === "before") throw noAnswer();
    const answer = request();
    if (lost === "after") throw noAnswer();
    return answer;
  }
}

function noAnswer(): ExchangeFailure {
  return new ExchangeFailure("unknown", "timeout", "the exchange did not answer in time");
}
