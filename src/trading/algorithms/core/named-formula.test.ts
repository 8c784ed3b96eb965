import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { INDICATOR_CATALOG } from "../../indicators/index.ts";
import { CONDITION_OPERATORS, OPERAND_TYPES } from "./condition-operators.ts";
import { formatFormula, parseFormula } from "./formula.ts";
import { METRICS } from "./metrics.ts";
import { namedFormula, type NamedParts } from "./named-formula.ts";

/** The name after a request, or the parameter that is refused. */
function nameAfter(sent: NamedParts, before?: string): string {
  const parsed = before === undefined ? undefined : parseFormula(before, INDICATOR_CATALOG);
  if (parsed?.kind === "problem") throw new Error(parsed.problem.message);
  const named = namedFormula(sent, parsed?.formula, INDICATOR_CATALOG);
  return named.kind === "formula" ? formatFormula(named.formula) : `! ${named.parameter}`;
}

const SPREAD = "spread_greater_than_input_number";
const RSI = "indicator_rsi_14_1h_less_than_input_number";

describe("a condition", () => {
  test.each<[string, NamedParts, string | undefined, string]>([
    ["by its name", { name: RSI }, undefined, RSI],
    [
      "with parts that the name has too",
      { name: SPREAD, operator: "greater_than", operand1: "spread" },
      undefined,
      SPREAD,
    ],
    ["with an operator that the name has not", { name: SPREAD, operator: "less_than" }, undefined, "! operator"],
    ["with a metric that the name has not", { name: SPREAD, operand1: "price_ask" }, undefined, "! operand1"],
    ["without a name", { operator: "less_than" }, undefined, "! name"],
    ["with an empty name", { name: "" }, undefined, "! name"],
    ["with another operator", { operator: "less_or_equal" }, SPREAD, "spread_less_or_equal_input_number"],
    [
      "with an operator that takes one operand",
      { operator: "unchanged_for" },
      SPREAD,
      "spread_unchanged_for_input_seconds",
    ],
    ["with an operator that does not fit", { operator: "is_true" }, SPREAD, "! operator"],
    ["with a flag's other operator", { operator: "is_false" }, "system_status_is_true", "system_status_is_false"],
    ["with another metric", { operand1: "spread_ratio" }, SPREAD, "spread_ratio_greater_than_input_number"],
    ["with another operand", { operand2: "previous_value" }, SPREAD, "spread_greater_than_previous_value"],
    ["with an operand that is a metric", { operand2: "spread" }, SPREAD, "! operand2"],
    ["with a metric that is not one", { operand1: "input_number" }, SPREAD, "! operand1"],
    ["that becomes an indicator without its name", { operand1: "indicator" }, SPREAD, "! operand1"],
    [
      "of an indicator, with another operator",
      { operator: "crosses_above" },
      RSI,
      "indicator_rsi_14_1h_crosses_above_input_number",
    ],
    [
      "of an average of 20, with another operator",
      { operator: "equal" },
      "price_mid_less_than_average_of_20",
      "price_mid_equal_average_of_20",
    ],
    [
      "of an average of 20, with another operand",
      { operand2: "input_number" },
      "price_mid_less_than_average_of_20",
      "price_mid_less_than_input_number",
    ],
    ["with another name", { name: RSI }, SPREAD, RSI],
  ])("%s", (_, sent, before, expected) => {
    expect(nameAfter(sent, before)).toBe(expected);
  });

  test("whatever is sent becomes a formula that its own name gives again, or is refused", () => {
    const parts = fc.record(
      {
        operator: fc.constantFrom(...CONDITION_OPERATORS.map(({ id }) => id)),
        operand1: fc.constantFrom(...METRICS, ...OPERAND_TYPES),
        operand2: fc.constantFrom(...METRICS, ...OPERAND_TYPES),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(parts, fc.constantFrom(SPREAD, RSI, "system_status_is_true"), (sent, before) => {
        const name = nameAfter(sent, before);
        return name.startsWith("! ") || nameAfter({ name }) === name;
      }),
    );
  });
});
