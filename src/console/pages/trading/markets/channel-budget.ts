/**
 * How many channels may be followed or left now. The server takes 1,000 at once and 50 a second, and ends a connection that
 * sends more. This stays below that, so that the rest of the page has some left.
 */
const MOST = 600;
const PER_SECOND = 40;

export class ChannelBudget {
  #left = MOST;
  #atMs: number;

  constructor(nowMs: number) {
    this.#atMs = nowMs;
  }

  /** Takes one; false if none is left. */
  spend(nowMs: number): boolean {
    const earned = (Math.max(0, nowMs - this.#atMs) / 1_000) * PER_SECOND;
    this.#left = Math.min(MOST, this.#left + earned);
    this.#atMs = nowMs;
    if (this.#left < 1) return false;
    this.#left--;
    return true;
  }
}
