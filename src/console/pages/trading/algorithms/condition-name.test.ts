import { expect, test } from "vitest";
import { conditionName, indicatorIn, nameAfter } from "./condition-name.ts";

const AVERAGE = {
  name: "price_mid_greater_than_average_of_20",
  operator: "greater_than",
  operand1: "price_mid",
  operand2: "average_of_n",
} as const;
const RSI = {
  name: "indicator_rsi_14_1h_less_than_input_number",
  operator: "less_than",
  operand1: "indicator",
  operand2: "input_number",
} as const;

test("a name is metric, relation and operand", () => {
  const parts = { metric: "spread", indicator: "", relation: "less_than", operand: "input_number" };
  expect(conditionName(parts)).toBe("spread_less_than_input_number");
  expect(conditionName({ ...parts, metric: "system_status", relation: "is_true", operand: undefined })).toBe(
    "system_status_is_true",
  );
  expect(conditionName({ ...parts, metric: "indicator", indicator: " rsi_14_1h " })).toBe(RSI.name);
});

test("a condition that is not changed keeps its name", () => {
  const parts = { metric: "price_mid", indicator: "", relation: "greater_than", operand: "average_of_n" };
  expect(nameAfter(AVERAGE, parts)).toBe(AVERAGE.name);
  expect(nameAfter(AVERAGE, { ...parts, relation: "less_than" })).toBe("price_mid_less_than_average_of_n");
  expect(nameAfter(undefined, parts)).toBe("price_mid_greater_than_average_of_n");
});

test("another indicator makes another name", () => {
  const parts = { metric: "indicator", indicator: "rsi_14_1h", relation: "less_than", operand: "input_number" };
  expect(indicatorIn(RSI)).toBe("rsi_14_1h");
  expect(indicatorIn(AVERAGE)).toBe("");
  expect(nameAfter(RSI, parts)).toBe(RSI.name);
  expect(nameAfter(RSI, { ...parts, indicator: "rsi_7_1h" })).toBe("indicator_rsi_7_1h_less_than_input_number");
});
