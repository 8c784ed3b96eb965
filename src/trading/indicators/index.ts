/** The door of the indicators: what is computed from candles, and what it needs. */
export type { CandleHistory, CandleInterval, CandleSource, Gap, GapReason } from "./candle-source.ts";
export { cutCandles, type Candles } from "./core/candles.ts";
export { answerOf, historyMs } from "./core/answer.ts";
export { INDICATOR_CATALOG } from "./core/catalog.ts";
export { stretchStarts } from "./core/stretches.ts";
export { shownIndicators } from "./core/shown-indicators.ts";
export { select } from "./core/selection.ts";
export { INDICATORS } from "./core/table.ts";
export { indicatorErrors } from "./errors.ts";
export type { CandleDeps } from "./deps.ts";
