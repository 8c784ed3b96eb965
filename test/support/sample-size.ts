/** How much tests try that would find more the longer they try. */

const isLarge = process.env["TRIPOD_TEST_SAMPLES"] === "large";

/** The first in `npm test`, the second in `npm run soak -- samples`, which runs every test file that asks here. */
export function sampleSize(small: number, large: number): number {
  return isLarge ? large : small;
}
