/** Conditions and rows of an algorithm as sentences that can be read aloud. With the values of a profile, where there are any. */
import type {
  Condition,
  Execution,
  ProfileCondition,
  ProfileExecution,
} from "../../../../../clients/typescript/src/trading.ts";
import { say, texts } from "../../../say.ts";

const T = texts.trading.sentences;

type ConditionValues = Pick<ProfileCondition, "code" | "value">;

/** “The spread of a+b is below -5.” */
export function conditionSentence(condition: Condition, values?: ConditionValues): string {
  const { operator, operand2, needs_code } = condition;
  const named = (values?.code ?? "") === "" ? undefined : values?.code;
  const subject = `${metricText(condition)}${needs_code ? say(T.of, { market: named ?? T.someMarket }) : ""}`;
  const [first, second] = thresholdsOf(values?.value);
  const places = { first: first ?? T.someValue, second: second ?? T.someValue };
  if (operand2 === null || operator === "is_true" || operator === "is_false") {
    return sentence(say(T.relations[operator], { subject, operand: "", ...places }));
  }
  const known: Readonly<Record<string, string>> = T.operands;
  const operand = say(known[operand2] ?? operand2, places);
  return sentence(say(T.relations[operator], { subject, operand, ...places, unit: T.units[unitOf(operand2)] }));
}

function metricText({ operand1, operator, name }: Condition): string {
  const known: Readonly<Record<string, string>> = T.metrics;
  if (operand1 !== "indicator") return known[operand1] ?? operand1;
  const [indicator = name] = name.split(`_${operator}`, 1);
  return say(T.indicator, { name: indicator.replace(/^indicator_/, "").replaceAll("_", " ") });
}

function unitOf(operand: string): "percent" | "none" {
  return operand === "input_percent" ? "percent" : "none";
}

/** A threshold, or two with a comma. */
function thresholdsOf(value: string | undefined): readonly (string | undefined)[] {
  return (value ?? "").split(",").map((each) => (each.trim() === "" ? undefined : each.trim()));
}

type ExecutionValues = Pick<ProfileExecution, "code" | "parent" | "value">;

/** “Buys 0.03 in slices of 0.01 at simalpha-btcusdt with slices over time, with each slice.” */
export function executionSentence(execution: Execution, values?: ExecutionValues): string {
  const { side, order_type, depends_on, trigger, price_source, reduce_only } = execution;
  const parts = [
    T.sides[side],
    quantityText(values),
    say(T.at, { market: (values?.code ?? "") === "" ? T.someMarket : (values?.code ?? "") }),
    T.orderTypes[order_type],
    depends_on === null || trigger === "on_conditions"
      ? T.triggers.on_conditions
      : say(T.triggers[trigger], { row: depends_on }),
    T.priceSources[price_source],
    reduce_only ? T.reduceOnly : "",
  ];
  return sentence(parts.filter((part) => part !== "").join(" "));
}

function quantityText(values: ExecutionValues | undefined): string {
  if (!values) return "";
  const { parent, value } = values;
  if (parent !== null && value !== null) return say(T.quantities.sliced, { total: parent, slice: value });
  if (parent !== null) return parent;
  return value === null ? "" : say(T.quantities.slices, { slice: value });
}

/** “If the spread is below 5.”, “and ...”, “or ...”: the conditions of an algorithm, one after the other. */
export function joinedSentence(condition: Condition, values?: ConditionValues): string {
  const said = conditionSentence(condition, values);
  const join = condition.position === 0 ? T.joins.first : T.joins[condition.join];
  return `${join} ${said.charAt(0).toLowerCase()}${said.slice(1)}`;
}

function sentence(text: string): string {
  const tidy = text.replaceAll("  ", " ").replaceAll(" ,", ",").trim();
  return `${tidy.charAt(0).toUpperCase()}${tidy.slice(1)}.`;
}
