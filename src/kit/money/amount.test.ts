import { describe, expect, test } from "vitest";
import { formatAmount, ONE, parseAmount } from "./amount.ts";

describe("an amount", () => {
  test.each([
    ["0", 0n],
    ["1", ONE],
    ["7.", 7n * ONE],
    ["0.5", 50_000_000n],
    [".002", 200_000n],
    ["0.00000001", 1n],
    ["-3.20000000", -320_000_000n],
    ["-0", 0n],
    ["0007", 7n * ONE],
    ["999999999999999999999999999999.99999999", 10n ** 38n - 1n],
  ])("%s is read", (text, units) => {
    expect(parseAmount(text)).toBe(units);
  });

  test.each([
    "",
    ".",
    "-",
    "-.",
    "+1",
    " 1",
    "1 ",
    "1\n",
    "1e3",
    "0x10",
    "1,5",
    "1.000.000",
    "0.000000001",
    "--1",
    "NaN",
    "Infinity",
    "\u0661",
    "1000000000000000000000000000000",
  ])("%j is refused", (text) => {
    expect(() => parseAmount(text)).toThrow("an amount is a decimal with at most 8 places");
  });

  test.each([
    [0n, "0.00000000"],
    [1n, "0.00000001"],
    [-1n, "-0.00000001"],
    [200_000n, "0.00200000"],
    [ONE, "1.00000000"],
    [-1_050_000_000n, "-10.50000000"],
  ])("%s units are written", (units, text) => {
    expect(formatAmount(units)).toBe(text);
  });
});
