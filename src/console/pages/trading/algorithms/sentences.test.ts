import { expect, test } from "vitest";
import type { Condition, Execution } from "../../../../../clients/typescript/src/trading.ts";
import { conditionSentence, executionSentence, joinedSentence } from "./sentences.ts";

const CONDITION: Condition = {
  id: "1",
  algorithm_id: "1",
  position: 0,
  name: "spread_less_than_input_number",
  operator: "less_than",
  operand1: "spread",
  operand2: "input_number",
  side1: "asks",
  side2: "bids",
  join: "and",
  needs_code: true,
  needs_value: true,
  needs_level: true,
};
const EXECUTION: Execution = {
  id: "1",
  algorithm_id: "1",
  position: 0,
  label: "Slices",
  side: "buy",
  order_type: "twap",
  depends_on: null,
  trigger: "on_conditions",
  price_source: "same",
  reduce_only: false,
};

test("a condition is a sentence, with and without the values of a profile", () => {
  expect(conditionSentence(CONDITION, { code: "a-btcusdt+b-btcusdt", value: "-5" })).toBe(
    "The spread of a-btcusdt+b-btcusdt is below -5.",
  );
  expect(conditionSentence(CONDITION)).toBe("The spread of a market of the profile is below a value of the profile.");
});

test("a range, a rise and a pause name both of their numbers", () => {
  const price = { ...CONDITION, operand1: "price_mid" as const };
  const values = { code: "a-btcusdt", value: "1, 60" };
  expect(conditionSentence({ ...price, operator: "between" }, values)).toBe(
    "The mid price of a-btcusdt is from 1 to 60.",
  );
  expect(conditionSentence({ ...price, operator: "increased_percent_in", operand2: "input_seconds" }, values)).toBe(
    "The mid price of a-btcusdt has risen by at least 1 % in 60 seconds.",
  );
  expect(
    conditionSentence({ ...price, operator: "unchanged_for", operand2: "input_seconds" }, { ...values, value: "30" }),
  ).toBe("The mid price of a-btcusdt has not moved for 30 seconds.");
});

test("a yes or no has no number, and an indicator has its name", () => {
  const flag = {
    ...CONDITION,
    operand1: "system_status",
    operator: "is_true",
    operand2: null,
    needs_code: false,
  } as const;
  expect(conditionSentence(flag)).toBe("Every exchange of the strategy runs normally.");
  const rsi = { ...CONDITION, operand1: "indicator", name: "indicator_rsi_14_1h_less_than_input_number" } as const;
  expect(conditionSentence(rsi, { code: "a-btcusdt", value: "30" })).toBe(
    "The indicator rsi 14 1h of a-btcusdt is below 30.",
  );
});

test("a row says what it trades, where, how and when", () => {
  expect(executionSentence(EXECUTION, { code: "a-btcusdt", parent: "0.03", value: "0.01" })).toBe(
    "Buys 0.03 in slices of 0.01 at a-btcusdt with equal slices over time, when the conditions hold.",
  );
  const hedge = {
    ...EXECUTION,
    side: "sell",
    order_type: "taker",
    depends_on: 0,
    trigger: "on_fill",
    reduce_only: true,
  } as const;
  expect(executionSentence(hedge)).toBe(
    "Sells at a market of the profile with orders that take what the book offers, when row 0 is filled, and only reduces what the run has traded.",
  );
});

test("conditions are joined as they are read", () => {
  const values = { code: "a-btcusdt+b-btcusdt", value: "-5" };
  expect(joinedSentence(CONDITION, values)).toBe("If the spread of a-btcusdt+b-btcusdt is below -5.");
  expect(joinedSentence({ ...CONDITION, position: 1, join: "or" }, values)).toMatch(/^or the spread/);
});
