import { expect, test } from "vitest";
import { formatAmount, parseAmount } from "../../../kit/money/amount.ts";
import { worthOf } from "./worth.ts";

test.each([
  ["1", "65000.12345", "65000.12345000"],
  ["0.3", "0.1", "0.03000000"],
  ["0.00000001", "0.99999999", "0.00000000"],
  ["2.00000001", "1", "2.00000001"],
  ["900000000000000000000", "1.00000001", "900000009000000000000.00000000"],
  ["5000000000", "0.000000000123456789", "0.61728394"],
])("%s at a rate of %s is worth %s, to the last place", (amount, rate, worth) => {
  expect(formatAmount(worthOf(parseAmount(amount), rate))).toBe(worth);
});

test.each(["", "1e-7", "-1", "NaN", "1."])("a rate of %j is a broken promise", (rate) => {
  expect(() => worthOf(1n, rate)).toThrow("a rate is a decimal");
});
