import { expect, test } from "vitest";
import { netPercent, returnPercent, signedText } from "./spread-values.ts";

test("a bid above the ask is a return, and fees take from it", () => {
  // 100 is paid and 101 is brought; fees are 0.1 of the purchase and 0.202 of the sale.
  expect(returnPercent(100 / 101)).toBeCloseTo(1, 10);
  expect(netPercent(100 / 101, 0.001, 0.002)).toBeCloseTo(0.698, 10);
});

test.each([
  [0.125, "+0.125 %"],
  [-0.5, "-0.500 %"],
  [0.0001, "0.000 %"],
])("%d is shown as %s", (percent, text) => {
  expect(signedText(percent)).toBe(text);
});
