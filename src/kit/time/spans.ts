/** Lengths of time that are the same everywhere. `test/architecture/one-of-each.test.ts` refuses their figures elsewhere. */

export const SECOND_MS = 1_000;
export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;

export const HOUR_SECONDS = 3_600;
export const DAY_SECONDS = 86_400;

export const HOUR_MICROS = 3_600_000_000;
export const DAY_MICROS = 86_400_000_000;
