/** The door of the indicators: what is computed from candles, and what it needs. */
export type { CandleSource } from "./candle-source.ts";
export { cutCandles, type Candles } from "./core/candles.ts";
export { answerOf, historyMs } from "./core/answer.ts";
export { select } from "./core/selection.ts";
export { indicatorErrors } from "./errors.ts";
export type { IndicatorDeps } from "./deps.ts";
