/** One-minute candles of trades, without gaps: a minute without a trade has the price before it. */
import { MINUTE_MS } from "../../../kit/time/spans.ts";
import type { Candle } from "../../exchanges/index.ts";

/** Two days are kept, and at most half a day more. */
const KEPT = 2880;
const SPARE = 720;

interface OpenCandle {
  startMs: number;
  open: number;
  high: number;
  low: number;
  close: number;
  volume: number;
}

export class MinuteCandles {
  readonly #candles: OpenCandle[];

  /** Begins with the minute of `startMs` at a price. */
  constructor(startMs: number, price: number) {
    this.#candles = [flat(startMs - (startMs % MINUTE_MS), price)];
  }

  /** Books a trade. Trades come in the order of their time. */
  add(atMs: number, price: number, quantity: number): void {
    const startMs = atMs - (atMs % MINUTE_MS);
    let last = this.#candles.at(-1);
    // After a jump of the clock, such as a long sleep of the machine, this makes only the minutes that it keeps.
    if (last && startMs - last.startMs > KEPT * MINUTE_MS) {
      last = flat(startMs - KEPT * MINUTE_MS, last.close);
      this.#candles.splice(0, this.#candles.length, last);
    }
    while (last && last.startMs < startMs) {
      last = flat(last.startMs + MINUTE_MS, last.startMs + MINUTE_MS === startMs ? price : last.close);
      this.#candles.push(last);
    }
    if (!last) return;
    last.high = Math.max(last.high, price);
    last.low = Math.min(last.low, price);
    last.close = price;
    last.volume += quantity;
    if (this.#candles.length > KEPT + SPARE) this.#candles.splice(0, this.#candles.length - KEPT);
  }

  /** Start of the first minute that is known. */
  get firstMs(): number {
    return this.#candles[0]?.startMs ?? 0;
  }

  /** All of it between two whole minutes in one candle; undefined when nothing of it is known. */
  between(startMs: number, endMs: number): Candle | undefined {
    const from = Math.max(0, (startMs - this.firstMs) / MINUTE_MS);
    let whole: OpenCandle | undefined;
    for (let index = from; index < this.#candles.length; index++) {
      const each = this.#candles[index];
      if (!each || each.startMs >= endMs) break;
      if (!whole) {
        whole = { ...each, startMs };
        continue;
      }
      whole.high = Math.max(whole.high, each.high);
      whole.low = Math.min(whole.low, each.low);
      whole.close = each.close;
      whole.volume += each.volume;
    }
    return whole;
  }
}

function flat(startMs: number, price: number): OpenCandle {
  return { startMs, open: price, high: price, low: price, close: price, volume: 0 };
}
