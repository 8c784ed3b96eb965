/**
 * How many of the crash cases are tried: a few in `npm test`, all in `npm run soak -- orders`, one of every six in
 * `npm run soak -- orders 6`, and the second of every six in `npm run soak -- orders 2/6`.
 */

const asked = process.env["TRIPOD_TEST_ORDER_CRASHES"];

export const isSoak = asked !== undefined;

const [, part, every] = /^(?:(\d{1,3})\/)?(\d{1,3})$/.exec(asked ?? "1") ?? [];

/** The soak tries one of this many cases; 1 for all. */
export const EVERY = Number(every);

/** Which of them: those whose number leaves the same remainder. */
export const PART = Number(part ?? every);
if (!(EVERY >= 1 && PART >= 1 && PART <= EVERY)) throw new Error(`there is no share ${asked} of the cases`);

/** Whether the soak tries the case of this number. */
export function isInShare(number: number): boolean {
  return number % EVERY === PART % EVERY;
}

/** @returns the numbers of the soak's cases, of `count` that count from 1 */
export function numbersInShare(count: number): number[] {
  return Array.from({ length: count }, (_, at) => at + 1).filter(isInShare);
}
