import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { CONDITION_OPERATORS, namedOperands } from "./condition-operators.ts";
import { codesNeeded, formatFormula, MAX_NAME_LENGTH, parseFormula, valuesNeeded, type Formula } from "./formula.ts";
import { INDICATOR_INTERVALS, type IndicatorCatalog } from "./indicator-ref.ts";
import { METRIC_TABLE } from "./metrics.ts";

const period = { minimum: 1, maximum: 500, isWhole: true };
const CATALOG: IndicatorCatalog = new Map([
  ["rsi", { parameters: [period], lines: [] }],
  ["bb", { parameters: [period, { minimum: 0, maximum: 10, isWhole: false }], lines: ["upper", "lower"] }],
  ["cross_up", { parameters: [], lines: [] }],
  ["stoch", { parameters: [period], lines: ["rsi", "k"] }],
  ["stoch_rsi", { parameters: [period], lines: [] }],
]);

const read = (name: string): Formula | string => {
  const parsed = parseFormula(name, CATALOG);
  return parsed.kind === "formula" ? parsed.formula : parsed.problem.code;
};

describe("a condition's name", () => {
  test("is metric, relation and operand", () => {
    expect(read("spread_greater_than_input_number")).toEqual({
      metric: "spread",
      indicator: undefined,
      relation: "greater_than",
      operand: "input_number",
      count: undefined,
    });
  });

  test.each([
    ["indicator_rsi_14_1h_less_than_input_number", { name: "rsi", parameters: [14], line: "", interval: "1h" }],
    ["indicator_rsi_5m_crosses_above_input_number", { name: "rsi", parameters: [], line: "", interval: "5m" }],
    [
      "indicator_bb_20_2p5_upper_4h_less_than_other_code",
      { name: "bb", parameters: [20, 2.5], line: "upper", interval: "4h" },
    ],
    ["indicator_cross_up_1m_greater_than_input_number", { name: "cross_up", parameters: [], line: "", interval: "1m" }],
    ["indicator_stoch_rsi_14_1h_equal_input_number", { name: "stoch_rsi", parameters: [14], line: "", interval: "1h" }],
    ["indicator_stoch_14_rsi_1h_equal_input_number", { name: "stoch", parameters: [14], line: "rsi", interval: "1h" }],
  ])("%s names an indicator with its parameters", (name, indicator) => {
    expect(read(name)).toMatchObject({ metric: "indicator", indicator });
  });

  test.each([
    ["spread_percent_not_equal_input_number", { metric: "spread_percent", relation: "not_equal" }],
    ["system_status_is_true", { metric: "system_status", relation: "is_true", operand: undefined }],
    ["price_mid_between_input_number", { relation: "between", operand: "input_number" }],
    ["price_mid_increased_percent_in_input_seconds", { relation: "increased_percent_in", operand: "input_seconds" }],
    ["price_bid_less_than_average_of_n", { operand: "average_of_n", count: undefined }],
    ["price_bid_less_than_average_of_20", { operand: "average_of_n", count: 20 }],
    ["news_impact_greater_than_input_number", { metric: "news_impact" }],
  ])("%s is understood", (name, formula) => {
    expect(read(name)).toMatchObject(formula);
  });

  test.each([
    ["", "name_not_understood"],
    ["spread", "name_not_understood"],
    ["_greater_than_input_number", "name_not_understood"],
    ["indicator_greater_than_input_number", "name_not_understood"],
    ["spread__greater_than_input_number", "name_not_understood"],
    ["toString_greater_than_input_number", "name_not_understood"],
    ["indicator_rsi_14_2h30_less_than_input_number", "indicator_unknown"],
    ["indicator_rsi_501_1h_less_than_input_number", "indicator_unknown"],
    ["indicator_rsi_014_1h_less_than_input_number", "indicator_unknown"],
    ["indicator_rsi_1p5_1h_less_than_input_number", "indicator_unknown"],
    ["indicator_bb_20_1h_less_than_input_number", "indicator_unknown"],
    ["system_status_greater_than_input_number", "relation_unfit"],
    ["spread_is_true", "relation_unfit"],
    ["spread_greater_than", "operand_unfit"],
    ["spread_between_other_code", "operand_unfit"],
    ["spread_greater_than_other_code", "operand_unfit"],
    ["spread_ratio_greater_than_input_percent", "operand_unfit"],
    ["spread_greater_than_input_seconds", "operand_unfit"],
    ["system_status_is_true_input_number", "operand_unfit"],
    ["price_bid_less_than_average_of_1", "operand_unfit"],
    ["price_bid_less_than_average_of_3601", "operand_unfit"],
    ["a".repeat(MAX_NAME_LENGTH + 1), "name_too_long"],
  ])("%j is refused", (name, code) => {
    expect(read(name)).toBe(code);
  });

  test("is any text, and never makes the parser fail", () => {
    const word = fc.constantFrom(
      "spread",
      "indicator",
      "rsi",
      "14",
      "1h",
      "greater",
      "than",
      "average",
      "of",
      "n",
      "is",
      "true",
      "",
      "_",
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(word).map((words) => words.join("_")),
        ),
        (name) => {
          expect(["formula", "problem"]).toContain(parseFormula(name, CATALOG).kind);
        },
      ),
    );
  });
});

const indicators = fc.constantFrom(...INDICATOR_INTERVALS).chain((interval) =>
  fc.oneof(
    fc.integer({ min: 1, max: 500 }).map((value) => ({ name: "rsi", parameters: [value], line: "", interval })),
    fc.constantFrom("upper", "lower").map((line) => ({ name: "bb", parameters: [20, 0.25], line, interval })),
    fc.constant({ name: "cross_up", parameters: [], line: "", interval }),
  ),
);

const formulas: fc.Arbitrary<Formula> = fc
  .tuple(
    fc.constantFrom(...METRIC_TABLE),
    fc.constantFrom(...CONDITION_OPERATORS),
    indicators,
    fc.nat(),
    fc.option(fc.integer({ min: 2, max: 3600 }), { nil: undefined }),
  )
  .map(([metric, operator, indicator, choice, count]) => {
    const operands = namedOperands(operator.id);
    const operand = operands[choice % Math.max(1, operands.length)];
    return {
      metric: metric.id,
      indicator: metric.id === "indicator" ? indicator : undefined,
      relation: operator.id,
      operand,
      count: operand === "average_of_n" ? count : undefined,
    };
  });

test("a formula that is understood is the same after it was written and read", () => {
  fc.assert(
    fc.property(formulas, (formula) => {
      const parsed = parseFormula(formatFormula(formula), CATALOG);
      if (parsed.kind === "formula") expect(parsed.formula).toEqual(formula);
      else expect(["relation_unfit", "operand_unfit"]).toContain(parsed.problem.code);
    }),
  );
});

test.each([
  ["spread_greater_than_input_number", 2, 1],
  ["price_mid_between_input_percent", 1, 2],
  ["price_mid_greater_than_other_code", 2, 0],
  ["price_mid_increased_percent_in_input_seconds", 1, 2],
  ["price_mid_greater_than_average_of_n", 1, 1],
  ["price_mid_greater_than_average_of_9", 1, 0],
  ["time_of_day_greater_than_input_number", 0, 1],
  ["system_status_is_true", 0, 0],
] as const)("%s needs %i codes and %i values", (name, codes, values) => {
  const formula = read(name) as Formula;
  expect([codesNeeded(formula), valuesNeeded(formula)]).toEqual([codes, values]);
});
