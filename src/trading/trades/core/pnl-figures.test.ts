import { expect, test } from "vitest";
import { largestFall, shareOfWhole } from "./pnl-figures.ts";

test.each([
  [[], 0n],
  [[5n, 5n], 0n],
  [[-5n], 5n],
  [[10n, -4n, 2n, -7n, 20n, -1n], 9n],
])("the largest fall of %s is %s", (results, fall) => {
  expect(largestFall(results)).toBe(fall);
});

test.each([
  [1n, 3n, 0.333333],
  [-1n, 2n, -0.5],
  [5n, 0n, 0],
  [7n, 7n, 1],
])("%s of %s is %s", (part, whole, share) => {
  expect(shareOfWhole(part, whole)).toBe(share);
});
