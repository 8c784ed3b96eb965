import fc from "fast-check";
import { expect, test } from "vitest";
import { parseFine } from "../../../kit/money/fine.ts";
import { shownBalance, totalWorth } from "./shown-balance.ts";

test.each([
  [{ free: "1.5", used: "0.5" }, 20_000.5, ["1.50000000", "0.50000000", "2.00000000", "40001.00000000"]],
  [{ free: "0.1", used: "0.2" }, undefined, ["0.10000000", "0.20000000", "0.30000000", null]],
  [
    { free: "0.000000000000000001", used: "0" },
    1,
    ["0.000000000000000001", "0.00000000", "0.000000000000000001", "0.00000000"],
  ],
  [{ free: "1e-7", used: "0" }, 2, ["0.00000010", "0.00000000", "0.00000010", "0.00000020"]],
  [{ free: "-3", used: "1" }, 1, ["-3.00000000", "1.00000000", "-2.00000000", "-2.00000000"]],
])("%j at %s is %j", (held, rate, [free, used, total, worth]) => {
  expect(shownBalance({ currency: "X", ...held }, rate)).toEqual({
    currency: "X",
    free,
    used,
    total,
    usd_value: worth,
  });
});

test.each(["", "much", "1,5", "NaN"])("what is not a decimal, %j, is not shown as one", (free) => {
  expect(shownBalance({ currency: "X", free, used: "0" }, 1)).toBeUndefined();
});

test("the total is free and used, to the last digit, whatever they are", () => {
  const text = fc.tuple(fc.nat(1e9), fc.nat(1e9)).map(([whole, fraction]) => `${whole}.${fraction}`);
  fc.assert(
    fc.property(text, text, (free, used) => {
      const shown = shownBalance({ currency: "X", free, used }, undefined);
      expect(parseFine(shown?.total ?? "")).toBe((parseFine(free) ?? 0n) + (parseFine(used) ?? 0n));
    }),
  );
});

test("the sum leaves out what has no worth", () => {
  const of = (free: string, rate?: number) => shownBalance({ currency: "X", free, used: "0" }, rate);
  expect(totalWorth([of("1", 3), of("7"), of("0.5", 1)].flatMap((each) => each ?? []))).toBe("3.50000000");
  expect(totalWorth([])).toBe("0.00000000");
});
