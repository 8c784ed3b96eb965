import type { MarketView } from "../market/index.ts";
import type { CandleSource } from "./candle-source.ts";

/** What the computation of indicators needs of the platform. */
export interface IndicatorDeps {
  readonly candles: CandleSource;
  /** Which markets there are. */
  readonly market: MarketView;
}
