/** How a condition compares: the operator between a metric and its operands. */

/** The operands that a condition can have. */
export const OPERAND_TYPES = [
  "input_number",
  "input_percent",
  "input_seconds",
  "other_code",
  "previous_value",
  "average_of_n",
] as const;

export type OperandType = (typeof OPERAND_TYPES)[number];

export type RelationId =
  | "greater_than"
  | "greater_or_equal"
  | "less_than"
  | "less_or_equal"
  | "equal"
  | "not_equal"
  | "between"
  | "outside"
  | "crosses_above"
  | "crosses_below"
  | "increased_percent_in"
  | "decreased_percent_in"
  | "unchanged_for"
  | "is_true"
  | "is_false";

interface ConditionOperator {
  readonly id: RelationId;
  readonly name: string;
  /** For each operand beside the metric itself, what it may be. */
  readonly operandTypes: readonly (readonly OperandType[])[];
  readonly description: string;
}

const VALUE: readonly OperandType[] = ["input_number", "input_percent", "other_code", "previous_value", "average_of_n"];
const BOUND: readonly OperandType[] = ["input_number", "input_percent"];
const PERCENT: readonly OperandType[] = ["input_percent"];
const SECONDS: readonly OperandType[] = ["input_seconds"];

export const CONDITION_OPERATORS: readonly ConditionOperator[] = [
  operator("greater_than", "Greater than", [VALUE], "The metric is above the operand"),
  operator("greater_or_equal", "Greater or equal", [VALUE], "The metric is above the operand, or the same"),
  operator("less_than", "Less than", [VALUE], "The metric is below the operand"),
  operator("less_or_equal", "Less or equal", [VALUE], "The metric is below the operand, or the same"),
  operator("equal", "Equal", [VALUE], "The metric is the operand"),
  operator("not_equal", "Not equal", [VALUE], "The metric is not the operand"),
  operator("between", "Between", [BOUND, BOUND], "The metric is from the first operand to the second, both included"),
  operator("outside", "Outside", [BOUND, BOUND], "The metric is below the first operand or above the second"),
  operator("crosses_above", "Crosses above", [VALUE], "The metric was not above the operand before, and now is"),
  operator("crosses_below", "Crosses below", [VALUE], "The metric was not below the operand before, and now is"),
  operator(
    "increased_percent_in",
    "Increased by percent in",
    [PERCENT, SECONDS],
    "The metric has grown by at least so many percent in so many seconds",
  ),
  operator(
    "decreased_percent_in",
    "Decreased by percent in",
    [PERCENT, SECONDS],
    "The metric has fallen by at least so many percent in so many seconds",
  ),
  operator("unchanged_for", "Unchanged for", [SECONDS], "The metric has not moved for so many seconds"),
  operator("is_true", "Is true", [], "The metric, which is a yes or a no, is a yes"),
  operator("is_false", "Is false", [], "The metric, which is a yes or a no, is a no"),
];

/** What may be at the end of a condition's name after this relation; empty where nothing does. */
export function namedOperands(relation: RelationId): readonly OperandType[] {
  return CONDITION_OPERATORS.find(({ id }) => id === relation)?.operandTypes.at(-1) ?? [];
}

function operator(
  id: RelationId,
  name: string,
  operandTypes: readonly (readonly OperandType[])[],
  description: string,
): ConditionOperator {
  return { id, name, operandTypes, description };
}
