/** How many messages a client may send: a burst, and then this many a second. */
export class MessageBudget {
  readonly #most: number;
  readonly #perSecond: number;
  #left: number;
  #atMs: number;

  constructor(most: number, perSecond: number, nowMs: number) {
    this.#most = most;
    this.#perSecond = perSecond;
    this.#left = most;
    this.#atMs = nowMs;
  }

  /** Takes the cost; false, and nothing taken, when there is not this much left. */
  spend(cost: number, nowMs: number): boolean {
    const earned = (Math.max(0, nowMs - this.#atMs) / 1_000) * this.#perSecond;
    this.#left = Math.min(this.#most, this.#left + earned);
    this.#atMs = Math.max(this.#atMs, nowMs);
    if (this.#left < cost) return false;
    this.#left -= cost;
    return true;
  }
}
