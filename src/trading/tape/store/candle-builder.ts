/**
 * Candles of a minute from the trades of all listings, as they come. A minute is written when it is over and slightly
 * late trades have come. The minute in which recording began is not written, for its beginning is missing. Readers
 * make that one, and the present one, from the trades.
 *
 * Of a minute in which the stream of trades broke, or had not come back, a hole is written: a candle whose prices are 0.
 * Readers then ask the exchange for that minute, or name it as a gap, whatever else is recorded of it.
 */
import { MINUTE_MS } from "../../../kit/time/spans.ts";
import { grownColumn } from "../core/grown-column.ts";
import { CANDLE } from "./batch.ts";
import type { RowBuffer } from "./row-buffer.ts";

/** How late the news of a trade may come. */
const LATE_MS = 5_000;
/** A break is noticed by its connection sooner. */
const LONGEST_UNNOTICED_MS = 60 * MINUTE_MS;
const COLUMNS = Object.keys(CANDLE).length;

/** The minutes of a listing whose holes are to be written. */
interface Hole {
  nextMs: number;
  /** Until then it is written in any case; later only while the listing is watched otherwise. */
  readonly surelyMs: number;
  /** The last one; infinite while the break lasts. */
  lastMs: number;
}

export class CandleBuilder {
  /** The first minute that is recorded from its beginning, of the listings that were followed by then. */
  #firstMinute: number;
  readonly #followedSince: (index: number) => number | undefined;
  /** By listing: the first millisecond of the minute that is built, 0 for none, and its values, one after the other. */
  #starts: Float64Array = new Float64Array(0);
  /** The last minute that was written. */
  #written: Float64Array = new Float64Array(0);
  #values: Float64Array = new Float64Array(0);
  /** Since when each trade of a listing comes; infinite while its stream is broken. */
  #wholeSince: Float64Array = new Float64Array(0);
  readonly #holes = new Map<number, Hole>();
  #skipped = 0;

  /** @param followedSince since when the trades of a listing come without a break; undefined while they do not */
  constructor(nowMs: number, followedSince: (index: number) => number | undefined) {
    this.#followedSince = followedSince;
    this.#firstMinute = Math.ceil(nowMs / MINUTE_MS) * MINUTE_MS;
  }

  /** Candles that did not fit. */
  get skipped(): number {
    return this.#skipped;
  }

  /** Recording was interrupted until now. */
  restart(nowMs: number): void {
    this.#firstMinute = Math.ceil(nowMs / MINUTE_MS) * MINUTE_MS;
    this.#starts.fill(0);
  }

  /** Trades of a listing may be missing from `sinceMs` on, until `resumed`. */
  broke(index: number, sinceMs: number, nowMs: number): void {
    this.#ensure(index);
    this.#wholeSince[index] = Number.POSITIVE_INFINITY;
    const fromMs = Math.max(sinceMs, nowMs - LONGEST_UNNOTICED_MS) - LATE_MS;
    const nextMs = Math.max(minuteOf(fromMs), this.#firstMinute - MINUTE_MS);
    const open = this.#holes.get(index)?.nextMs ?? Number.POSITIVE_INFINITY;
    const hole = { nextMs: Math.min(nextMs, open), surelyMs: minuteOf(nowMs), lastMs: Number.POSITIVE_INFINITY };
    this.#holes.set(index, hole);
  }

  /** Each trade of a listing comes from now on. */
  resumed(index: number, nowMs: number): void {
    this.#ensure(index);
    // Its exchange's clock may be ahead of ours.
    const sinceMs = nowMs + LATE_MS;
    this.#wholeSince[index] = sinceMs;
    const hole = this.#holes.get(index);
    if (hole) hole.lastMs = minuteOf(sinceMs);
  }

  /** Takes a trade. One of a minute that was written already changes it no more; readers find it among the trades. */
  add(
    index: number,
    trade: { readonly price: number; readonly quantity: number; readonly atMs: number },
    into: RowBuffer,
  ): void {
    this.#ensure(index);
    const { price, quantity } = trade;
    const start = minuteOf(trade.atMs);
    const current = this.#starts[index] ?? 0;
    if (start < current || start <= (this.#written[index] ?? 0)) return;
    const at = index * COLUMNS;
    const values = this.#values;
    if (start > current) {
      if (current > 0) this.#write(index, into);
      this.#starts[index] = start;
      values.fill(price, at, at + COLUMNS);
      values[at + CANDLE.volume] = quantity;
      return;
    }
    if (price > (values[at + CANDLE.high] ?? 0)) values[at + CANDLE.high] = price;
    if (price < (values[at + CANDLE.low] ?? 0)) values[at + CANDLE.low] = price;
    values[at + CANDLE.close] = price;
    values[at + CANDLE.volume] = (values[at + CANDLE.volume] ?? 0) + quantity;
  }

  /**
   * Writes the minutes that are over, and holes.
   *
   * @param isWatched whether something else says that a listing is followed; where nothing does, readers know that
   */
  finish(nowMs: number, into: RowBuffer, isWatched: (index: number) => boolean): void {
    for (const [index, hole] of this.#holes) this.#tellHole(index, hole, nowMs, isWatched(index), into);
    const open = nowMs - LATE_MS - MINUTE_MS;
    for (let index = 0; index < this.#starts.length; index++) {
      const start = this.#starts[index] ?? 0;
      if (start > 0 && start <= open) this.#write(index, into);
    }
  }

  #tellHole(index: number, hole: Hole, nowMs: number, isWatched: boolean, into: RowBuffer): void {
    if (this.#followedSince(index) === undefined) {
      // Another process may follow it.
      this.#holes.delete(index);
      return;
    }
    const nowMinute = minuteOf(nowMs);
    if (!isWatched && hole.lastMs === Number.POSITIVE_INFINITY && hole.nextMs > hole.surelyMs) {
      hole.nextMs = Math.max(hole.nextMs, nowMinute);
      return;
    }
    for (; hole.nextMs <= Math.min(nowMinute, hole.lastMs); hole.nextMs += MINUTE_MS) {
      const row = into.add(index, hole.nextMs);
      // It is tried again.
      if (row < 0) return;
      for (const column of into.values) column[row] = 0;
    }
    if (hole.nextMs > hole.lastMs) this.#holes.delete(index);
  }

  #write(index: number, into: RowBuffer): void {
    const start = this.#starts[index] ?? 0;
    this.#starts[index] = 0;
    this.#written[index] = start;
    const sinceMs = this.#followedSince(index);
    if (start < this.#firstMinute || sinceMs === undefined || start < sinceMs) return;
    if (start < (this.#wholeSince[index] ?? 0)) return;
    const row = into.add(index, start);
    if (row < 0) {
      this.#skipped++;
      return;
    }
    for (const [place, column] of into.values.entries()) column[row] = this.#values[index * COLUMNS + place] ?? 0;
  }

  #ensure(index: number): void {
    if (index < this.#starts.length) return;
    const length = Math.max(1_024, 2 ** Math.ceil(Math.log2(index + 1)));
    this.#starts = grownColumn(this.#starts, length);
    this.#written = grownColumn(this.#written, length);
    this.#wholeSince = grownColumn(this.#wholeSince, length);
    this.#values = grownColumn(this.#values, length * COLUMNS);
  }
}

function minuteOf(ms: number): number {
  return Math.floor(ms / MINUTE_MS) * MINUTE_MS;
}
