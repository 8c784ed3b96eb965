/** The door of the tape: what was recorded of the market, and what others have brought of it. */
export { dayOf, dayStart } from "./core/days.ts";
export { parseCombination } from "./core/service-code.ts";
export type { SpreadMinute } from "./core/spread-minutes.ts";
export { tapeErrors } from "./errors.ts";
export { importFiles } from "./import/import-files.ts";
export type { ImportLayout } from "./import/layouts.ts";
export { tapeMetrics } from "./metrics.ts";
export { tapeSettings } from "./settings.ts";
export { spreadNow } from "./spread-now.ts";
export { openTape } from "./tape.ts";
export type { RunningTape, Tape, TapeDeps, TapeOptions, TopColumns } from "./tape.ts";
