import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ConditionSettings } from "./condition-reader.ts";
import { ConditionSet } from "./condition-set.ts";
import { bookProblem, type ConditionView, type UnknownReason } from "./condition-view.ts";
import { Condition } from "./condition.ts";
import { parseFormula } from "./formula.ts";

/** Numbers by `metric:code`, and rates by `code`. */
class Numbers implements ConditionView {
  readonly values: Record<string, number | UnknownReason>;

  constructor(values: Record<string, number | UnknownReason> = {}) {
    this.values = values;
  }

  read({ metric, code }: { metric: string; code: string }): number | UnknownReason {
    return this.values[`${metric}:${code}`] ?? "no_book";
  }

  rate(code: string): number | UnknownReason {
    return this.values[`rate:${code}`] ?? "no_rate";
  }

  base(of: string): number | UnknownReason {
    return this.values[`base:${of}`] ?? "no_source";
  }

  ageMs(code: string): number {
    return code === "b" ? 7 : 3;
  }
}

function settings(
  name: string,
  values: readonly number[] = [],
  more: Partial<ConditionSettings> = {},
): ConditionSettings {
  const parsed = parseFormula(name, new Map());
  if (parsed.kind !== "formula") throw new Error(parsed.problem.message);
  const both = { level1: 1, level2: 1, side1: "asks", side2: "bids", join: "and", convertTo: "" } as const;
  return { ...both, formula: parsed.formula, codes: ["a", "b"], values, ...more };
}

/** The verdicts of a condition on one number after another, a second apart. */
function history(
  name: string,
  values: readonly number[],
  seen: readonly (number | UnknownReason)[],
): (boolean | string)[] {
  const condition = new Condition(settings(name, values));
  return seen.map((value, second) => {
    condition.evaluate(new Numbers({ "price_mid:a": value }), second * 1000);
    return condition.unknown ?? condition.isTrue;
  });
}

const BOOKS = new Numbers({ "price_ask:a": 101, "price_bid:b": 100, "rate:a": 2, "rate:b": 1 });

describe("a spread", () => {
  test.each([
    ["spread_greater_than_input_number", 0.9, 1, true],
    ["spread_greater_than_input_number", 1, 1, false],
    ["spread_greater_or_equal_input_number", 1, 1, true],
    ["spread_ratio_equal_input_number", 1.01, 1.01, true],
    ["spread_percent_less_than_input_number", 1.1, 1, true],
  ] as const)("%s %d is decided of ask less bid", (name, value, left, isTrue) => {
    const condition = new Condition(settings(name, [value]));
    expect(condition.evaluate(BOOKS, 5)).toBe(isTrue);
    expect(condition).toMatchObject({ right: value, ageMs: 7, evaluatedMs: 5, unknown: undefined });
    expect(condition.left).toBeCloseTo(left, 12);
  });

  test("that binary fractions put beside its threshold is on it", () => {
    const view = new Numbers({ "price_ask:a": 65_028.11, "price_bid:b": 65_000.01 });
    expect(new Condition(settings("spread_equal_input_number", [28.1])).evaluate(view, 1)).toBe(true);
    expect(new Condition(settings("spread_less_than_input_number", [28.1])).evaluate(view, 1)).toBe(false);
  });

  test("is computed in the currency that the profile asks for, and of a percentage of side 1", () => {
    const converted = new Condition(settings("spread_equal_input_number", [102], { convertTo: "USD" }));
    expect(converted.evaluate(BOOKS, 1)).toBe(true);
    const percent = new Condition(settings("spread_less_than_input_percent", [1]));
    expect(percent.evaluate(BOOKS, 1)).toBe(true);
    expect(percent.right).toBeCloseTo(1.01, 12);
  });

  test.each([
    [{ "price_ask:a": 1 }, "no_book"],
    [{ "price_ask:a": "book_too_old", "price_bid:b": 1 }, "book_too_old"],
    [{ "price_ask:a": Number.NaN, "price_bid:b": 1 }, "not_a_number"],
    [{ "price_ask:a": 1, "price_bid:b": 0 }, "not_a_number"],
  ] as const)("is false where a number is not known: %j", (values, why) => {
    const condition = new Condition(settings("spread_percent_less_than_input_number", [1e9]));
    expect(condition.evaluate(new Numbers(values), 1)).toBe(false);
    expect(condition).toMatchObject({ unknown: why, left: undefined, right: undefined });
  });

  test("whose rate is not known is false", () => {
    const condition = new Condition(settings("spread_less_than_input_number", [1e9], { convertTo: "USD" }));
    expect(condition.evaluate(new Numbers({ "price_ask:a": 1, "price_bid:b": 1 }), 1)).toBe(false);
    expect(condition.unknown).toBe("no_rate");
  });
});

describe("over time", () => {
  test.each([
    [
      "price_mid_crosses_above_input_number",
      [10],
      [11, 9, 10, 11, 12],
      ["first_evaluation", false, false, true, false],
    ],
    ["price_mid_crosses_below_input_number", [10], [9, 11, 10, 9], ["first_evaluation", false, false, true]],
    [
      "price_mid_crosses_above_input_number",
      [10],
      [9, "no_book", 11, 9, 11],
      ["first_evaluation", "no_book", "first_evaluation", false, true],
    ],
    ["price_mid_greater_than_previous_value", [], [1, 2, 2, 3, 1], ["first_evaluation", true, false, true, false]],
    [
      "price_mid_increased_percent_in_input_seconds",
      [10, 2],
      [100, 105, 110, 110, 100],
      ["history_too_short", "history_too_short", true, false, false],
    ],
    ["price_mid_decreased_percent_in_input_seconds", [10, 1], [100, 90, 90], ["history_too_short", true, false]],
    ["price_mid_unchanged_for_input_seconds", [2], [1, 1, 1, 2, 2, 2], [false, false, true, false, false, true]],
    [
      "price_mid_greater_than_average_of_n",
      [3],
      [1, 2, 3, 3, 3],
      ["history_too_short", "history_too_short", true, true, false],
    ],
    [
      "price_mid_greater_than_average_of_2",
      [],
      [1, 3, "book_not_in_step", 3, 4],
      ["history_too_short", true, "book_not_in_step", "history_too_short", true],
    ],
    ["price_mid_less_than_input_percent", [-5], [100, 96, "no_book", 94, 96], [false, false, "no_book", true, false]],
    ["price_mid_between_input_number", [1, 2], [0.5, 1, 2, 3], [false, true, true, false]],
    ["price_mid_outside_input_number", [1, 2], [0.5, 1, 2, 3], [true, false, false, true]],
  ] as const)("%s %j of %j is %j", (name, values, seen, expected) => {
    expect(history(name, values, seen)).toEqual(expected);
  });

  test("nothing is known across a pause that is longer than five slots", () => {
    const condition = new Condition(settings("price_mid_increased_percent_in_input_seconds", [0, 1]));
    const at = (ms: number) => condition.evaluate(new Numbers({ "price_mid:a": 1 }), ms);
    expect([at(0), at(1000), at(9000), at(10_000)]).toEqual([false, true, false, true]);
  });

  test("a hand-over does not move the start", () => {
    const condition = new Condition(settings("price_mid_less_than_input_percent", [-5]));
    condition.start = 100;
    expect(condition.evaluate(new Numbers({ "price_mid:a": 94 }), 1)).toBe(true);
  });

  test("an average is that of the last seconds, however often it is evaluated", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 1000 }), { minLength: 3, maxLength: 40 }), (seen) => {
        const condition = new Condition(settings("price_mid_greater_than_average_of_3"));
        for (const [second, value] of seen.entries()) {
          for (const part of [0, 400, 900])
            condition.evaluate(new Numbers({ "price_mid:a": value }), second * 1000 + part);
        }
        const last = seen.slice(-3);
        expect(condition.right).toBeCloseTo(last.reduce((sum, each) => sum + each, 0) / 3, 9);
      }),
    );
  });
});

describe("conditions together", () => {
  const flag = (code: string, join: "and" | "or" = "and") =>
    settings("price_mid_greater_than_input_number", [0], {
      codes: [code],
      join,
      side1: code === "b" ? "bids" : "asks",
    });
  const view = (...high: string[]) =>
    new Numbers(Object.fromEntries(["a", "b", "c"].map((code) => [`price_mid:${code}`, high.includes(code) ? 1 : -1])));

  test("hold when each group has one that does", () => {
    const set = new ConditionSet([flag("a"), flag("b", "or"), flag("c")]);
    expect([set.evaluate(view("a", "c"), 1), set.evaluate(view("b", "c"), 2), set.evaluate(view("a", "b"), 3)]).toEqual(
      [true, true, false],
    );
  });

  test("name those that held, and the side of the first", () => {
    const set = new ConditionSet([flag("a"), flag("b", "or"), flag("c")]);
    set.evaluate(view("b", "c"), 1);
    expect(set.trueNames(1)).toHaveLength(2);
    expect(set.sideOfFirstTrue(1)).toBe("sell");
    expect(set.sideOfFirstTrue(2)).toBeUndefined();
  });

  test("stop at the first group that is false, but for those that compare with earlier values", () => {
    const crossing = settings("price_mid_crosses_above_input_number", [0], { codes: ["c"] });
    const set = new ConditionSet([flag("a"), flag("b"), crossing]);
    set.evaluate(view(), 1);
    expect(set.conditions.map(({ evaluatedMs }) => evaluatedMs)).toEqual([1, 0, 1]);
    expect(set.evaluate(view("a", "b", "c"), 2)).toBe(true);
  });

  test("none hold always", () => {
    expect(new ConditionSet([]).evaluate(view(), 1)).toBe(true);
  });
});

test.each([
  [{ isInStep: true, provenMs: 0 }, 1500, undefined],
  [{ isInStep: true, provenMs: 0 }, 1501, "book_too_old"],
  [{ isInStep: false, provenMs: 0 }, 1, "book_not_in_step"],
  [{ isInStep: true, provenMs: undefined }, 1, "no_book"],
] as const)("a book %j at %i may be traded on unless %s", (book, nowMs, problem) => {
  expect(bookProblem(book, nowMs, 500)).toBe(problem);
});
