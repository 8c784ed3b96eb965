/**
 * Candles of a minute from the trades of all listings, as they come. A minute is written when it is over and slightly
 * late trades have come. The minute in which recording began is not written, for its beginning is missing. Readers
 * make that one, and the present one, from the trades.
 */
import { MINUTE_MS } from "../../../kit/time/spans.ts";
import { grownColumn } from "../core/grown-column.ts";
import { CANDLE } from "./batch.ts";
import type { RowBuffer } from "./row-buffer.ts";

/** How late the news of a trade may come. */
const LATE_MS = 5_000;
const COLUMNS = Object.keys(CANDLE).length;

export class CandleBuilder {
  /** The first minute that is recorded from its beginning, of the listings that were followed by then. */
  #firstMinute: number;
  readonly #followedSince: (index: number) => number | undefined;
  /** By listing: the first millisecond of the minute that is built, 0 for none, and its values, one after the other. */
  #starts: Float64Array = new Float64Array(0);
  /** The last minute that was written. */
  #written: Float64Array = new Float64Array(0);
  #values: Float64Array = new Float64Array(0);
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

  /** Takes a trade. One of a minute that was written already changes it no more; readers find it among the trades. */
  add(
    index: number,
    trade: { readonly price: number; readonly quantity: number; readonly atMs: number },
    into: RowBuffer,
  ): void {
    this.#ensure(index);
    const { price, quantity } = trade;
    const start = Math.floor(trade.atMs / MINUTE_MS) * MINUTE_MS;
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

  /** Writes the minutes that are over. */
  finish(nowMs: number, into: RowBuffer): void {
    const open = nowMs - LATE_MS - MINUTE_MS;
    for (let index = 0; index < this.#starts.length; index++) {
      const start = this.#starts[index] ?? 0;
      if (start > 0 && start <= open) this.#write(index, into);
    }
  }

  #write(index: number, into: RowBuffer): void {
    const start = this.#starts[index] ?? 0;
    this.#starts[index] = 0;
    this.#written[index] = start;
    const sinceMs = this.#followedSince(index);
    if (start < this.#firstMinute || sinceMs === undefined || start < sinceMs) return;
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
    this.#values = grownColumn(this.#values, length * COLUMNS);
  }
}
