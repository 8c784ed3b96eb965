/** The dependencies of the endpoints and jobs of the indicators. */
import type { CandleSource } from "./candle-source.ts";

export interface CandleDeps {
  readonly candles: CandleSource;
}
