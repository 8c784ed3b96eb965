/** How long to wait before the next attempt. */

export interface BackOffRules {
  readonly firstMs: number;
  readonly maxMs: number;
}

/**
 * Doubles with every attempt up to a limit, and takes a random part of the upper half of it, so that what failed together
 * is not tried again together.
 *
 * @param attempt how many have failed, from 1
 * @param random from 0 to below 1
 */
export function backOffMs(attempt: number, { firstMs, maxMs }: BackOffRules, random: number): number {
  const fullMs = Math.min(maxMs, firstMs * 2 ** Math.min(attempt - 1, 30));
  return Math.round(fullMs * (0.5 + random / 2));
}
