/** What endpoints and jobs may ask of the indicators. */
import type { CandleSource } from "./candle-source.ts";

export interface CandleDeps {
  readonly candles: CandleSource;
}
