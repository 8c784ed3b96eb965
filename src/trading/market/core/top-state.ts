/** The best prices of one listing, and how fresh they are. Changed in place: it is read all the time. */

export type TopStateName = "none" | "live" | "stale" | "crossed";

/** A silence shorter than this is never too long, in milliseconds. */
const MIN_QUIET_MS = 5_000;

/** This many usual silences are too long. */
const QUIET_GAPS = 20;

/** A longer silence tells nothing about what is usual. */
const MAX_GAP_MS = 60_000;

/** The weight of the newest silence in what is usual. */
const GAP_WEIGHT = 0.1;

export class TopState {
  state: TopStateName = "none";
  bidPrice = 0;
  bidQuantity = 0;
  bidMs = 0;
  askPrice = 0;
  askQuantity = 0;
  askMs = 0;
  heardMs = 0;
  changes = 0;
  /** Whether the book waits to be sent again: until then its changes mean nothing. */
  isLost = false;
  /** Whether another process reports it, which then also decides when it is too old. */
  isTold = false;
  #usualGapMs = 0;
  #provenMs = 0;

  /** A report of the listing arrived. */
  hear(nowMs: number): void {
    if (this.heardMs > 0 && !this.isLost) {
      const gapMs = Math.min(MAX_GAP_MS, nowMs - this.heardMs);
      this.#usualGapMs += (gapMs - this.#usualGapMs) * GAP_WEIGHT;
    }
    this.heardMs = nowMs;
    this.isTold = false;
  }

  /** The book was in step at that time, though no report arrived. Answers whether it may be traded on again. */
  prove(atMs: number, nowMs: number): boolean {
    if (this.isLost || this.isTold || this.heardMs === 0) return false;
    this.#provenMs = Math.max(this.#provenMs, atMs);
    return this.state === "stale" && !this.isQuiet(nowMs);
  }

  /** Takes best prices as of `atMs`. Answers whether they, or the state, have changed. */
  take(bid: number, bidQuantity: number, ask: number, askQuantity: number, atMs: number): boolean {
    const state = bid > 0 && ask > 0 && bid >= ask ? "crossed" : "live";
    let isChanged = false;
    if (bid !== this.bidPrice || bidQuantity !== this.bidQuantity) {
      this.bidPrice = bid;
      this.bidQuantity = bidQuantity;
      this.bidMs = atMs;
      isChanged = true;
    }
    if (ask !== this.askPrice || askQuantity !== this.askQuantity) {
      this.askPrice = ask;
      this.askQuantity = askQuantity;
      this.askMs = atMs;
      isChanged = true;
    }
    if (isChanged) this.changes++;
    else if (state === this.state) return false;
    this.state = state;
    return true;
  }

  /** Price and quantity of each side that has something. */
  sides(): { readonly bids: readonly number[]; readonly asks: readonly number[] } {
    return {
      bids: this.bidPrice > 0 ? [this.bidPrice, this.bidQuantity] : [],
      asks: this.askPrice > 0 ? [this.askPrice, this.askQuantity] : [],
    };
  }

  /** Marks the prices as not to be traded on. Answers whether they were. */
  spoil(): boolean {
    if (this.state !== "live" && this.state !== "crossed") return false;
    this.state = "stale";
    return true;
  }

  /** Whether no report or proof arrived for longer than max(5 s, 20 x the usual silence). */
  isQuiet(nowMs: number): boolean {
    const quietMs = nowMs - Math.max(this.heardMs, this.#provenMs);
    return !this.isTold && quietMs > Math.max(MIN_QUIET_MS, QUIET_GAPS * this.#usualGapMs);
  }
}
