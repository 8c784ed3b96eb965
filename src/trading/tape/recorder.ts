/**
 * Follows the market into memory, from where it is flushed to files. The work of each message is a few stores into
 * typed arrays.
 *
 * A row of best prices says what holds from its time on; where a side is not known or may not be traded on, its price is
 * 0. Unchanged rows are repeated every `REPEAT_MS`, those without a price too, so that a reader can tell a quiet market,
 * and one whose price was not known, from a recorder that was off (see `CARRY_MS` of the spreads). Times are those at
 * which we received it, by our clock, and grow from row to row of a market: two changes in one millisecond are one row.
 */
import { toMillis } from "../../kit/time/instant.ts";
import type { Clock } from "../../kit/time/clock.ts";
import { DAY_MS } from "../../kit/time/spans.ts";
import type { Trade } from "../exchanges/index.ts";
import type { Listing, RecordedMarket } from "../market/index.ts";
import { grownColumn } from "./core/grown-column.ts";
import { CandleBuilder } from "./store/candle-builder.ts";
import { clearBatch, emptyBatch, rowsIn, TOP, TRADE, type Batch } from "./store/batch.ts";
import type { RowBuffer } from "./store/row-buffer.ts";

/** An unchanged quote is written again after this long: half of what a reader carries it. */
const REPEAT_MS = 30_000;
const MAX_ID_LENGTH = 64;

export interface RecorderCounts {
  /** In memory, waiting to be written. */
  readonly waitingRows: number;
  /** Not recorded since the start: no room in memory, or the recorder was paused. */
  readonly skippedRows: number;
}

export class Recorder {
  readonly #market: RecordedMarket;
  readonly #clock: Pick<Clock, "now">;
  readonly #stops: (() => void)[];
  readonly #candles: CandleBuilder;
  #live: Batch;
  #spare: Batch;
  #outgoing: Batch | undefined;
  #lastSeq = 0;
  #tradeNumber: number;
  #isPaused = false;
  #skipped = 0;
  /** By listing: the time of the last row, its place in the live batch or -1, and what it said. */
  #lastMs: Float64Array = new Float64Array(0);
  #lastRow = new Int32Array(0);
  #last: Float64Array[] = [0, 1, 2, 3].map(() => new Float64Array(0));

  constructor(market: RecordedMarket, clock: Pick<Clock, "now">, { bufferRows }: { readonly bufferRows: number }) {
    this.#market = market;
    this.#clock = clock;
    this.#live = emptyBatch(bufferRows);
    this.#spare = emptyBatch(bufferRows);
    const nowMs = toMillis(clock.now());
    this.#tradeNumber = nowMs * 1_000;
    this.#candles = new CandleBuilder(nowMs, (index) => this.#followedSince(index));
    this.#stops = [
      market.onTop((listing) => this.#hearTop(listing)),
      market.onTrade((listing, trade) => this.#hearTrade(listing, trade)),
      market.onTradeFlow(({ index }, brokenSinceMs) => this.#hearTradeFlow(index, brokenSinceMs)),
    ];
  }

  get counts(): RecorderCounts {
    return {
      waitingRows: rowsIn(this.#live) + (this.#outgoing ? rowsIn(this.#outgoing) : 0),
      skippedRows: this.#skipped + this.#candles.skipped,
    };
  }

  /** The rows that are not in files yet, oldest first. Rows of flushes from `firstSeq` on are in here. */
  get unwritten(): { readonly batches: readonly Batch[]; readonly firstSeq: number } {
    return this.#outgoing
      ? { batches: [this.#outgoing, this.#live], firstSeq: this.#outgoing.seq }
      : { batches: [this.#live], firstSeq: this.#lastSeq + 1 };
  }

  /** Repeats quotes that have not changed for long, and notes those that hold no more. To be called every second or so. */
  tick(): void {
    const nowMs = toMillis(this.#clock.now());
    this.#finishCandles(nowMs);
    if (this.#isPaused) return;
    for (const listing of this.#market.listings()) {
      const { index } = listing;
      this.#ensure(index);
      if (this.#market.connectedSince(listing) === undefined) {
        // Another process may know its price: the last row of this one ends where that one's rows begin.
        this.#remember(index, 0, 0, 0, 0);
        continue;
      }
      const top = this.#market.top(listing);
      const holds = top.state === "live" && (top.bidPrice > 0 || top.askPrice > 0);
      const lastMs = this.#lastMs[index] ?? 0;
      const isOld = nowMs - lastMs >= REPEAT_MS;
      // Of a market that never had a price, nothing is written.
      const isDue = holds ? !this.#says(index) || isOld : this.#says(index) || (lastMs > 0 && isOld);
      if (isDue) this.#note(listing, nowMs, true);
    }
  }

  /** Records nothing until `resume`; everything that comes is counted as skipped. */
  pause(): void {
    this.#isPaused = true;
  }

  resume(): void {
    if (!this.#isPaused) return;
    this.#isPaused = false;
    for (const column of this.#last) column.fill(0);
    this.#candles.restart(toMillis(this.#clock.now()));
  }

  /** Whether a batch was taken, and is not written yet. */
  get hasTaken(): boolean {
    return this.#outgoing !== undefined;
  }

  /**
   * The batch to write now: the same again until `written`, for a flush that fails is tried again. Undefined when
   * there is nothing.
   */
  take(): Batch | undefined {
    if (this.#outgoing) return this.#outgoing;
    if (rowsIn(this.#live) === 0) return undefined;
    this.#lastSeq = Math.max(toMillis(this.#clock.now()), this.#lastSeq + 1);
    this.#outgoing = this.#live;
    this.#outgoing.seq = this.#lastSeq;
    this.#live = this.#spare;
    this.#lastRow.fill(-1);
    return this.#outgoing;
  }

  /** The batch that was taken is in files. */
  written(): void {
    if (!this.#outgoing) return;
    clearBatch(this.#outgoing);
    this.#spare = this.#outgoing;
    this.#outgoing = undefined;
  }

  /** No flush of before may have a later number. */
  continueAfter(seq: number): void {
    this.#lastSeq = Math.max(this.#lastSeq, seq);
  }

  /** Hears no more, and notes that from now on nothing is known, of what is still its own to record. */
  stop(): void {
    for (const stop of this.#stops.splice(0)) stop();
    const nowMs = toMillis(this.#clock.now());
    this.#finishCandles(nowMs);
    if (this.#isPaused) return;
    for (const listing of this.#market.listings()) {
      this.#ensure(listing.index);
      const isOurs = this.#market.connectedSince(listing) !== undefined;
      if (isOurs && this.#says(listing.index)) this.#write(listing.index, nowMs, 0, 0, 0, 0);
    }
  }

  #finishCandles(nowMs: number): void {
    this.#candles.finish(nowMs, this.#live.candles, (index) => this.#says(index));
  }

  #followedSince(index: number): number | undefined {
    const listing = this.#market.listings()[index];
    return listing && this.#market.connectedSince(listing);
  }

  /** Whether the last row of a listing tells a price. */
  #says(index: number): boolean {
    return (this.#last[TOP.bid]?.[index] ?? 0) > 0 || (this.#last[TOP.ask]?.[index] ?? 0) > 0;
  }

  #hearTop(listing: Listing): void {
    if (this.#isPaused) this.#skipped++;
    else this.#note(listing, this.#market.top(listing).heardMs, false);
  }

  #note(listing: Listing, ms: number, isRepeat: boolean): void {
    const { index } = listing;
    this.#ensure(index);
    const top = this.#market.top(listing);
    if (top.state !== "live") {
      if (isRepeat || !this.#isSame(index, 0, 0, 0, 0)) this.#write(index, ms, 0, 0, 0, 0);
      return;
    }
    const { bidPrice, bidQuantity, askPrice, askQuantity } = top;
    if (!isRepeat && this.#isSame(index, bidPrice, bidQuantity, askPrice, askQuantity)) return;
    this.#write(index, ms, bidPrice, bidQuantity, askPrice, askQuantity);
  }

  #isSame(index: number, bid: number, bidQuantity: number, ask: number, askQuantity: number): boolean {
    const [bids, bidQuantities, asks, askQuantities] = this.#last;
    return (
      bids?.[index] === bid &&
      bidQuantities?.[index] === bidQuantity &&
      asks?.[index] === ask &&
      askQuantities?.[index] === askQuantity
    );
  }

  #write(index: number, heardMs: number, bid: number, bidQuantity: number, ask: number, askQuantity: number): void {
    const { tops } = this.#live;
    const lastMs = this.#lastMs[index] ?? 0;
    let row = this.#lastRow[index] ?? -1;
    let ms = Math.floor(heardMs);
    if (ms <= lastMs) {
      // The row of this millisecond is replaced while it is still ours, and followed by the next one else.
      ms = row >= 0 ? lastMs : lastMs + 1;
    } else row = -1;
    if (row < 0) row = tops.add(index, ms);
    if (row < 0) {
      this.#skipped++;
      // Nothing is said of what could not be written, so that the next tick writes what holds then.
      this.#remember(index, 0, 0, 0, 0);
      return;
    }
    this.#lastMs[index] = ms;
    this.#lastRow[index] = row;
    setValue(tops, TOP.bid, row, bid);
    setValue(tops, TOP.bidQuantity, row, bidQuantity);
    setValue(tops, TOP.ask, row, ask);
    setValue(tops, TOP.askQuantity, row, askQuantity);
    this.#remember(index, bid, bidQuantity, ask, askQuantity);
  }

  #remember(index: number, bid: number, bidQuantity: number, ask: number, askQuantity: number): void {
    const [bids, bidQuantities, asks, askQuantities] = this.#last;
    if (!bids || !bidQuantities || !asks || !askQuantities) return;
    bids[index] = bid;
    bidQuantities[index] = bidQuantity;
    asks[index] = ask;
    askQuantities[index] = askQuantity;
  }

  #hearTrade({ index }: Listing, trade: Trade): void {
    const { id, price, quantity, takerSide, atMs } = trade;
    const nowMs = toMillis(this.#clock.now());
    // A trade of another day than ours is a mistake of its exchange, and would make a folder for that day.
    if (this.#isPaused || !(price > 0) || !(quantity > 0) || !(Math.abs(atMs - nowMs) < DAY_MS)) {
      this.#skipped++;
      return;
    }
    const { trades } = this.#live;
    const row = trades.add(index, Math.floor(atMs));
    if (row < 0) {
      this.#skipped++;
      return;
    }
    setValue(trades, TRADE.n, row, ++this.#tradeNumber);
    setValue(trades, TRADE.price, row, price);
    setValue(trades, TRADE.quantity, row, quantity);
    setValue(trades, TRADE.isBuy, row, takerSide === "buy" ? 1 : 0);
    trades.text[row] = id.slice(0, MAX_ID_LENGTH);
    this.#candles.add(index, trade, this.#live.candles);
  }

  #hearTradeFlow(index: number, brokenSinceMs: number | undefined): void {
    const nowMs = toMillis(this.#clock.now());
    if (brokenSinceMs === undefined) this.#candles.resumed(index, nowMs);
    else this.#candles.broke(index, brokenSinceMs, nowMs);
  }

  #ensure(index: number): void {
    if (index < this.#lastMs.length) return;
    const length = Math.max(1_024, 2 ** Math.ceil(Math.log2(index + 1)));
    this.#lastMs = grownColumn(this.#lastMs, length);
    this.#last = this.#last.map((column) => grownColumn(column, length));
    const rows = new Int32Array(length).fill(-1);
    rows.set(this.#lastRow);
    this.#lastRow = rows;
  }
}

function setValue(buffer: RowBuffer, column: number, row: number, value: number): void {
  const values = buffer.values[column];
  if (values) values[row] = value;
}
