/** How many of the crash cases are tried: a few in `npm test`, one of every so many in `npm run soak -- orders [every]`. */

const asked = process.env["TRIPOD_TEST_ORDER_CRASHES"];

export const isSoak = asked !== undefined;

/** The soak tries one of this many cases; 1 for all. */
export const EVERY = Number(asked ?? "1");
if (!Number.isSafeInteger(EVERY) || EVERY < 1) throw new Error(`one of every ${asked} cases cannot be tried`);

/** Whether the soak tries the case of a point and a fault, both as numbers: every point and every fault has its share. */
export function isInShare(point: number, fault: number): boolean {
  return (point + fault) % EVERY === 0;
}
