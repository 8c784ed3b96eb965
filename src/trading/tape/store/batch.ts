/** The records since the last flush, by kind, and their markets. */
import { RowBuffer } from "./row-buffer.ts";

/** Places in `RowBuffer.values`. */
export const TOP = { bid: 0, bidQuantity: 1, ask: 2, askQuantity: 3 } as const;
export const TRADE = { n: 0, price: 1, quantity: 2, isBuy: 3 } as const;
export const CANDLE = { open: 0, high: 1, low: 2, close: 3, volume: 4 } as const;

export interface Batch {
  /** The number of its flush; 0 while it still grows. */
  seq: number;
  readonly tops: RowBuffer;
  /** With the exchange's ids as its texts. */
  readonly trades: RowBuffer;
  readonly candles: RowBuffer;
}

/** @param limit of rows of each kind. */
export function emptyBatch(limit: number): Batch {
  return {
    seq: 0,
    tops: new RowBuffer({ columns: Object.keys(TOP).length, limit }),
    trades: new RowBuffer({ columns: Object.keys(TRADE).length, limit, hasText: true }),
    candles: new RowBuffer({ columns: Object.keys(CANDLE).length, limit }),
  };
}

export function clearBatch(batch: Batch): void {
  batch.seq = 0;
  batch.tops.clear();
  batch.trades.clear();
  batch.candles.clear();
}

export function rowsIn({ tops, trades, candles }: Batch): number {
  return tops.count + trades.count + candles.count;
}
