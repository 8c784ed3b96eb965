/** How long to wait before something that failed is tried again. */

export interface BackOffRules {
  /** After the first failure. */
  readonly firstMs: number;
  readonly maxMs: number;
}

/** This many doublings are past every limit. */
const MAX_DOUBLINGS = 30;

/**
 * Doubles with every failure in a row up to a limit.
 *
 * @param failures how many there were, from 1
 */
export function doubledMs(failures: number, { firstMs, maxMs }: BackOffRules): number {
  return Math.min(maxMs, firstMs * 2 ** Math.min(Math.max(failures - 1, 0), MAX_DOUBLINGS));
}

/**
 * As `doubledMs`, less a random part of its upper half, so that what failed together is not tried again together.
 *
 * @param failures how many there were, from 1
 * @param random from 0 to 1
 */
export function backOffMs(failures: number, rules: BackOffRules, random: number): number {
  return Math.round(doubledMs(failures, rules) * (0.5 + random / 2));
}
