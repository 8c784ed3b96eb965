import type { Candles } from "./core/candles.ts";

/** Where recorded candles come from. */
export interface CandleSource {
  /**
   * Candles of the market with service code `code` that begin at `fromMs` or later and before `toMs`, oldest first,
   * columns of one length. Intervals without a trade may be absent. `interval` is one of `1m` to `4h`.
   */
  candles(code: string, interval: string, fromMs: number, toMs: number): Promise<Candles>;
}
