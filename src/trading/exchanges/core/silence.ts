/** Decides when a market has been quiet for so long that the stream should be checked. */

const MIN_SILENCE_MS = 5_000;
const USUAL_GAPS = 20;
/** Weight of the last gap in the usual one. */
const WEIGHT = 0.1;
/** A market that is quiet and right is looked at ever more seldom, up to this. */
const MAX_CHECK_MS = 5 * 60_000;

/** Follows how often reports arrive. A message costs a few additions. Knows no clock. */
export class Silence {
  #heardMs: number;
  #usualGapMs = 0;
  #checkAtMs = 0;
  #checks = 0;

  constructor(nowMs: number) {
    this.#heardMs = nowMs;
  }

  heard(nowMs: number): void {
    const gapMs = nowMs - this.#heardMs;
    this.#usualGapMs = this.#usualGapMs === 0 ? gapMs : this.#usualGapMs + (gapMs - this.#usualGapMs) * WEIGHT;
    this.#heardMs = nowMs;
    this.#checks = 0;
    this.#checkAtMs = 0;
  }

  /** Silent for 5 seconds and for 20 usual gaps, and not looked at lately. */
  isSuspect(nowMs: number): boolean {
    return this.isSilent(nowMs) && nowMs >= this.#checkAtMs;
  }

  /** Silent for 5 seconds and for 20 usual gaps. */
  isSilent(nowMs: number): boolean {
    return nowMs - this.#heardMs >= Math.max(MIN_SILENCE_MS, USUAL_GAPS * this.#usualGapMs);
  }

  /** When the last report arrived. */
  get heardMs(): number {
    return this.#heardMs;
  }

  /** It was checked and is in order. */
  checked(nowMs: number): void {
    this.#checkAtMs = nowMs + Math.min(MAX_CHECK_MS, MIN_SILENCE_MS * 2 ** this.#checks);
    this.#checks++;
  }
}
