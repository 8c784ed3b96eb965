import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatFine, parseFine } from "../../../kit/money/fine.ts";
import { closingValues, openingValues } from "./act-totals.ts";

const units = (text: string): bigint => parseFine(text) ?? 0n;
const buy = [{ side: "buy", follows: false }] as const;
const sell = [{ side: "sell", follows: false }] as const;
const hedged = [...buy, { side: "sell", follows: true }] as const;
const long = {
  direction: "long",
  maximumAmount: "1000",
  prices: [units("50000"), units("50000")],
} as const;

describe("what opens", () => {
  test("trades no more than its profile says", () => {
    const values = { parent: "0.01", slice_delay: "5" };
    expect(openingValues(values, buy, long)).toEqual({
      kind: "totals",
      values: { ...values, executable_parents: ["0.01"] },
    });
  });

  test("trades no more than the author allows", () => {
    expect(openingValues({ executable_parents: ["7"] }, buy, long)).toMatchObject({
      values: { executable_parents: ["0.02"] },
    });
    expect(openingValues({}, buy, { ...long, prices: [units("3")] })).toMatchObject({
      values: { executable_parents: ["333.33333333"] },
    });
  });

  test("shares what is allowed among rows that lead, and leaves those that follow alone", () => {
    expect(openingValues({ executable_parents: ["7", "9"] }, hedged, long)).toMatchObject({
      values: { executable_parents: ["0.02", "9"] },
    });
    expect(openingValues({}, [...buy, ...sell], long)).toMatchObject({
      values: { executable_parents: ["0.01", "0.01"] },
    });
  });

  test("trades no more than the author allows in each of its markets, whatever one unit costs there", () => {
    const rows = [...buy, ...buy];
    const prices = [units("0.1"), units("50000")];
    expect(openingValues({ parent: "7" }, rows, { ...long, prices })).toMatchObject({
      values: { executable_parents: ["7", "0.01"] },
    });
    const between = [{ side: "sell", follows: true } as const, ...buy, ...buy];
    expect(openingValues({}, between, { ...long, prices: [undefined, ...prices] })).toMatchObject({
      values: { executable_parents: ["", "5000", "0.01"] },
    });
  });

  test.each([
    [sell, long, /sells, and the signal opens with buy/],
    [buy, { ...long, direction: "short" }, /buys, and the signal opens with sell/],
    [buy, { ...long, maximumAmount: "0.00000001" }, /too small/],
    [buy, { ...long, prices: [undefined] }, /too small/],
  ] as const)("is refused", (rows, terms, reason) => {
    expect(openingValues({}, rows, terms)).toEqual({ kind: "refused", reason: expect.stringMatching(reason) });
  });

  test("never costs more than is allowed, at the price that it was counted with", () => {
    const amount = fc.bigInt(1n, 10n ** 12n).map((cents) => formatFine(cents * 10n ** 16n));
    fc.assert(
      fc.property(
        amount,
        fc.array(fc.bigInt(10n ** 14n, 10n ** 24n), { minLength: 1, maxLength: 4 }),
        (maximumAmount, prices) => {
          const rows = prices.map(() => ({ side: "from_condition", follows: false }) as const);
          const opened = openingValues({}, rows, { direction: "long", maximumAmount, prices });
          if (opened.kind === "refused") return;
          const totals = opened.values["executable_parents"] as readonly string[];
          const cost = totals.reduce((sum, total, row) => sum + units(total) * (prices[row] ?? 0n), 0n);
          expect(cost).toBeLessThanOrEqual(units(maximumAmount) * 10n ** 18n);
        },
      ),
    );
  });
});

describe("what closes", () => {
  test("trades back exactly what is held", () => {
    const values = { parent: "5", executable_parents: ["7"] };
    expect(closingValues(values, sell, "0.0199")).toMatchObject({ values: { executable_parents: ["0.0199"] } });
    expect(closingValues(values, buy, "-3")).toMatchObject({ values: { executable_parents: ["3"] } });
    expect(closingValues(values, sell, "0.019912345678")).toMatchObject({
      values: { executable_parents: ["0.01991234"] },
    });
  });

  test("trades all of it back also with a row that follows, whose own total is that of an opening", () => {
    const rows = [...sell, { side: "buy", follows: true }] as const;
    expect(closingValues({ executable_parents: ["1", "0.5"] }, rows, "3")).toMatchObject({
      values: { executable_parents: ["3", ""] },
    });
  });

  test.each([
    [buy, "1", /traded back with sell/],
    [sell, "-1", /traded back with buy/],
    [[...sell, ...sell], "1", /one row that leads/],
    [[{ side: "from_condition", follows: false }], "1", /traded back with sell/],
    [sell, "0.000000001", /too small/],
  ] as const)("is refused where it would not", (rows, position, reason) => {
    expect(closingValues({}, rows, position)).toEqual({ kind: "refused", reason: expect.stringMatching(reason) });
  });
});
