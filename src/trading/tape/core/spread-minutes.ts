/**
 * The spread of two markets, minute by minute: one ask less the other bid, and divided by it, from the two tapes as
 * they were recorded.
 *
 * - At every moment each side is at its last row, at most `CARRY_MS` old; a price of 0 says that none is known. The
 *   recorder repeats unchanged rows well within that time, so an older row means that recording was off.
 * - Rows of one millisecond count together: which of them came first on two exchanges cannot be known.
 * - A minute opens with what is carried into it, if both sides are known then, else with the first moment at which they
 *   are. A minute without such a moment is absent.
 */
import { differenceNear, significant } from "../../../kit/money/decimals.ts";
import { MINUTE_MS } from "../../../kit/time/spans.ts";

/** How long a row is worth something. */
export const CARRY_MS = 60_000;

/** The rows of one side, sorted by time. */
export interface PriceColumns {
  readonly ms: Float64Array;
  readonly price: Float64Array;
  readonly count: number;
}

export interface SpreadCandle {
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
}

export interface SpreadMinute {
  /** Its first millisecond. */
  readonly startMs: number;
  /** Of ask less bid. */
  readonly price: SpreadCandle;
  /** Of ask divided by bid. */
  readonly ratio: SpreadCandle;
}

/** Goes through two tapes in pieces, so that a day of any size needs little memory. */
export class SpreadFold {
  readonly #fromMs: number;
  readonly #minutes: SpreadMinute[] = [];
  #ask = 0;
  #askMs = Number.NEGATIVE_INFINITY;
  #bid = 0;
  #bidMs = Number.NEGATIVE_INFINITY;
  /** The first minute that has not begun yet. */
  #nextStart: number;
  #start: number;
  #isKnown = false;
  /** The highest price of the minute: the error of a difference follows from it. */
  #size = 0;
  #price = { open: 0, high: 0, low: 0, close: 0 };
  #ratio = { open: 0, high: 0, low: 0, close: 0 };

  /** @param fromMs a full minute. Rows before it only say what is carried into it. */
  constructor(fromMs: number) {
    this.#fromMs = fromMs;
    this.#nextStart = fromMs;
    this.#start = fromMs - MINUTE_MS;
  }

  /** Takes the rows of both sides up to a common moment, later than all that were given before. */
  feed(asks: PriceColumns, bids: PriceColumns): void {
    let a = 0;
    let b = 0;
    while (a < asks.count || b < bids.count) {
      const at = Math.min(timeAt(asks, a), timeAt(bids, b));
      // A minute that begins with a row begins with that row's prices.
      if (at > this.#nextStart) this.#begin(at);
      for (; timeAt(asks, a) === at; a++) [this.#ask, this.#askMs] = [asks.price[a] ?? 0, at];
      for (; timeAt(bids, b) === at; b++) [this.#bid, this.#bidMs] = [bids.price[b] ?? 0, at];
      if (at < this.#fromMs) continue;
      if (at === this.#nextStart) this.#turn(at);
      this.#look(at);
      // The rest of this minute, where millions of rows go through.
      [a, b] = this.#run(asks, a, bids, b);
    }
  }

  /** Goes on to the end of the minute that has begun: the same with what changes with each row in variables. */
  #run(asks: PriceColumns, firstAsk: number, bids: PriceColumns, firstBid: number): [number, number] {
    const { ms: askTimes, price: askPrices } = asks;
    const { ms: bidTimes, price: bidPrices } = bids;
    const end = this.#nextStart;
    const askEnd = asks.count;
    const bidEnd = bids.count;
    let a = firstAsk;
    let b = firstBid;
    let size = this.#size;
    let [ask, askMs, bid, bidMs] = [this.#ask, this.#askMs, this.#bid, this.#bidMs];
    let isKnown = this.#isKnown;
    let { open, high, low, close } = this.#price;
    let { open: ratioOpen, high: ratioHigh, low: ratioLow, close: ratioClose } = this.#ratio;
    let askAt = a < askEnd ? (askTimes[a] ?? 0) : Number.POSITIVE_INFINITY;
    let bidAt = b < bidEnd ? (bidTimes[b] ?? 0) : Number.POSITIVE_INFINITY;
    for (;;) {
      const at = askAt < bidAt ? askAt : bidAt;
      if (at >= end) break;
      if (askAt === at) {
        ask = askPrices[a] ?? 0;
        askMs = at;
        askAt = ++a < askEnd ? (askTimes[a] ?? 0) : Number.POSITIVE_INFINITY;
      }
      if (bidAt === at) {
        bid = bidPrices[b] ?? 0;
        bidMs = at;
        bidAt = ++b < bidEnd ? (bidTimes[b] ?? 0) : Number.POSITIVE_INFINITY;
      }
      // More rows of this millisecond come first.
      if (askAt === at || bidAt === at) continue;
      if (ask <= 0 || bid <= 0 || at - askMs >= CARRY_MS || at - bidMs >= CARRY_MS) continue;
      if (ask > size) size = ask;
      if (bid > size) size = bid;
      close = ask - bid;
      ratioClose = ask / bid;
      if (isKnown) {
        if (close > high) high = close;
        if (close < low) low = close;
        if (ratioClose > ratioHigh) ratioHigh = ratioClose;
        if (ratioClose < ratioLow) ratioLow = ratioClose;
      } else {
        isKnown = true;
        open = high = low = close;
        ratioOpen = ratioHigh = ratioLow = ratioClose;
      }
    }
    [this.#ask, this.#askMs, this.#bid, this.#bidMs] = [ask, askMs, bid, bidMs];
    this.#size = size;
    this.#isKnown = isKnown;
    this.#price = { open, high, low, close };
    this.#ratio = { open: ratioOpen, high: ratioHigh, low: ratioLow, close: ratioClose };
    return [a, b];
  }

  /** The minutes that have begun before `toMs`, of which the last may not be over. */
  finish(toMs: number): SpreadMinute[] {
    if (toMs > this.#nextStart) this.#begin(toMs);
    this.#close();
    return this.#minutes;
  }

  /** Begins all minutes between the last row and `at`, with the prices carried into them. */
  #begin(at: number): void {
    while (this.#nextStart < at) {
      const start = this.#nextStart;
      this.#turn(start);
      this.#look(start);
      const lastKnown = Math.min(this.#askMs, this.#bidMs) + CARRY_MS;
      if (lastKnown > this.#nextStart || this.#nextStart + MINUTE_MS >= at) continue;
      // Nothing is carried further: go to the minute of `at`, or to its edge.
      this.#nextStart = Math.ceil(at / MINUTE_MS) * MINUTE_MS - MINUTE_MS;
    }
  }

  #turn(start: number): void {
    this.#close();
    this.#start = start;
    this.#nextStart = start + MINUTE_MS;
  }

  #look(at: number): void {
    if (this.#ask <= 0 || this.#bid <= 0 || at - this.#askMs >= CARRY_MS || at - this.#bidMs >= CARRY_MS) return;
    this.#size = Math.max(this.#size, this.#ask, this.#bid);
    const price = this.#ask - this.#bid;
    const ratio = this.#ask / this.#bid;
    const prices = this.#price;
    const ratios = this.#ratio;
    if (!this.#isKnown) {
      this.#isKnown = true;
      prices.open = prices.high = prices.low = prices.close = price;
      ratios.open = ratios.high = ratios.low = ratios.close = ratio;
      return;
    }
    if (price > prices.high) prices.high = price;
    else if (price < prices.low) prices.low = price;
    prices.close = price;
    if (ratio > ratios.high) ratios.high = ratio;
    else if (ratio < ratios.low) ratios.low = ratio;
    ratios.close = ratio;
  }

  #close(): void {
    if (this.#isKnown) {
      const size = this.#size;
      const price = shown(this.#price, (value) => differenceNear(value, size));
      this.#minutes.push({ startMs: this.#start, price, ratio: shown(this.#ratio, (value) => significant(value)) });
    }
    this.#size = 0;
    this.#isKnown = false;
  }
}

/** Without the digits that come from computing with binary fractions. */
function shown({ open, high, low, close }: SpreadCandle, show: (value: number) => number): SpreadCandle {
  return { open: show(open), high: show(high), low: show(low), close: show(close) };
}

function timeAt({ ms, count }: PriceColumns, row: number): number {
  return row < count ? (ms[row] ?? 0) : Number.POSITIVE_INFINITY;
}
