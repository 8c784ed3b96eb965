/** The door of the tape: what was recorded of the market, and what others have brought of it. */
export { CANDLE_INTERVALS, aggregateCandles, emptyCandles, mergeCandles } from "./core/candle-intervals.ts";
export type { CandleColumns } from "./core/candle-intervals.ts";
export { dayOf, dayStart } from "./core/days.ts";
export { parseCombination } from "./core/service-code.ts";
export { cutSpans, joinSpans, subtractSpans, widenSpans, type Span } from "./core/spans.ts";
export { CARRY_MS, type SpreadMinute } from "./core/spread-minutes.ts";
export { tapeErrors } from "./errors.ts";
export { importFiles } from "./import/import-files.ts";
export type { ImportLayout } from "./import/layouts.ts";
export { tapeMetrics } from "./metrics.ts";
export { tapeSettings } from "./settings.ts";
export { spreadNow } from "./spread-now.ts";
export type { Known } from "./store/known-codes.ts";
export { isTapePath, listTapeFiles } from "./stored-files.ts";
export { openTape } from "./tape.ts";
export { tryRoom } from "./try-room.ts";
export type { TapeDeps } from "./deps.ts";
export type { RunningTape, Tape, TapeOptions, TopColumns } from "./tape.ts";
