import { expect, test } from "vitest";
import { lastedText, paddedText, percentText, plainText } from "./number-text.ts";

test.each([
  [65_000.1, "65000.1"],
  [1e-8, "0.00000001"],
  [-1.25e-7, "-0.000000125"],
  [1.5e21, "1500000000000000000000"],
  [0, "0"],
])("%d is written %s", (value, text) => {
  expect(plainText(value)).toBe(text);
});

test.each([
  [65_000.1, 2, "65000.10"],
  [65_000, 2, "65000.00"],
  [65_000, 0, "65000"],
  // A digit more than the market has now is still shown.
  [0.123, 2, "0.123"],
])("%d with %d places is %s", (value, places, text) => {
  expect(paddedText(value, places)).toBe(text);
});

test.each([
  [-5, "0 s"],
  [59_999, "59 s"],
  [60_000, "1 min"],
  [7_200_000, "2 h"],
  [172_800_000, "2 d"],
])("%d ms lasted %s", (ms, text) => {
  expect(lastedText(ms)).toBe(text);
});

test.each([
  [0.001, "0.1 %"],
  [0.0007, "0.07 %"],
  [-0.000075, "-0.0075 %"],
])("%d is %s", (fraction, text) => {
  expect(percentText(fraction)).toBe(text);
});
