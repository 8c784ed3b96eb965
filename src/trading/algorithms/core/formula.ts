/**
 * The name of a condition is its formula: `<metric>_<relation>_<operand>` (contract 4.3), such as
 * `spread_greater_than_input_number` or `indicator_rsi_14_1h_less_than_input_number`.
 *
 * A name holds one operand. A relation with two takes both from `condition_values`, as `a,b`: `between` and `outside` its
 * two bounds, `increased_percent_in` and `decreased_percent_in` the percentage and the seconds; their names end in
 * `input_seconds`. `average_of_20` fixes the number that `average_of_n` leaves to the profile.
 */
import { HOUR_SECONDS } from "../../../kit/time/spans.ts";
import { CONDITION_OPERATORS, namedOperands, OPERAND_TYPES } from "./condition-operators.ts";
import type { OperandType, RelationId } from "./condition-operators.ts";
import { formatIndicator, readIndicator, type IndicatorCatalog, type IndicatorRef } from "./indicator-ref.ts";
import { findMetric, METRICS, type Metric, type MetricId } from "./metrics.ts";

/** No name is longer, in characters. */
export const MAX_NAME_LENGTH = 100;

/** An average is taken of at least two and at most this many seconds. */
export const MAX_AVERAGE_SECONDS = HOUR_SECONDS;

export interface Formula {
  readonly metric: MetricId;
  /** Of the metric `indicator` only. */
  readonly indicator: IndicatorRef | undefined;
  readonly relation: RelationId;
  /** Undefined for `is_true` and `is_false`. */
  readonly operand: OperandType | undefined;
  /** The number in `average_of_20`; undefined where the profile gives it. */
  readonly count: number | undefined;
}

export interface FormulaProblem {
  /** Stable name of the problem. */
  readonly code: "name_too_long" | "name_not_understood" | "indicator_unknown" | "operand_unfit" | "relation_unfit";
  readonly message: string;
}

export type ParsedFormula =
  | { readonly kind: "formula"; readonly formula: Formula }
  | { readonly kind: "problem"; readonly problem: FormulaProblem };

/** Longest first: `equal` also ends `not_equal`. */
const RELATIONS = CONDITION_OPERATORS.map(({ id }) => id).sort((one, other) => other.length - one.length);
const FIXED_OPERANDS = OPERAND_TYPES.filter((operand) => operand !== "average_of_n");
const AVERAGE = /_average_of_(n|[1-9]\d{0,3})$/;

/**
 * Reads a condition's name. Total, and linear in the length of the name, which is at most 100 characters. A metric without
 * a source is understood: `validateAlgorithm` refuses it.
 *
 * @param catalog the indicators that can be named
 */
export function parseFormula(name: string, catalog: IndicatorCatalog): ParsedFormula {
  if (name.length > MAX_NAME_LENGTH) {
    return problem("name_too_long", `A condition's name has at most ${MAX_NAME_LENGTH} characters`);
  }
  const ending = readOperand(name);
  const relation = RELATIONS.find((each) => ending.before.endsWith(`_${each}`));
  if (relation === undefined) {
    return problem(
      "name_not_understood",
      "The name must be <metric>_<relation>_<operand>, such as spread_greater_than_input_number",
    );
  }
  const subject = ending.before.slice(0, -relation.length - 1);
  const isIndicator = subject.startsWith("indicator_");
  const metric = isIndicator ? findMetric("indicator") : findMetric(subject);
  if (!metric || (!isIndicator && metric.id === "indicator")) {
    return problem("name_not_understood", `The name must begin with a metric: ${METRICS.join(", ")}`);
  }
  const indicator = isIndicator ? readIndicator(subject.slice("indicator_".length), catalog) : undefined;
  if (isIndicator && indicator === undefined) {
    return problem(
      "indicator_unknown",
      "An indicator is written as its name, its parameters, its line where it has several, and the interval: rsi_14_1h",
    );
  }
  const unfit = whyUnfit(metric, relation, ending);
  if (unfit) return { kind: "problem", problem: unfit };
  const { operand, count } = ending;
  return { kind: "formula", formula: { metric: metric.id, indicator, relation, operand, count } };
}

/** The name of a formula; `parseFormula` of it is the formula again. */
export function formatFormula({ metric, indicator, relation, operand, count }: Formula): string {
  const subject = indicator ? `indicator_${formatIndicator(indicator)}` : metric;
  const end = operand === "average_of_n" && count !== undefined ? `average_of_${count}` : operand;
  return end === undefined ? `${subject}_${relation}` : `${subject}_${relation}_${end}`;
}

/** How many values a profile gives to a condition of this formula: 0, 1 or 2. */
export function valuesNeeded({ relation, operand, count }: Formula): 0 | 1 | 2 {
  if (relation === "between" || relation === "outside") return 2;
  if (relation === "increased_percent_in" || relation === "decreased_percent_in") return 2;
  if (operand === undefined || operand === "other_code" || operand === "previous_value") return 0;
  return operand === "average_of_n" && count !== undefined ? 0 : 1;
}

/** How many service codes a profile gives to it: 0, 1 or 2. */
export function codesNeeded({ metric, operand }: Formula): 0 | 1 | 2 {
  const codes = findMetric(metric)?.codes ?? 0;
  return operand === "other_code" ? 2 : codes;
}

interface Ending {
  readonly before: string;
  readonly operand: OperandType | undefined;
  readonly count: number | undefined;
}

function readOperand(name: string): Ending {
  const operand = FIXED_OPERANDS.find((each) => name.endsWith(`_${each}`));
  if (operand) return { before: name.slice(0, -operand.length - 1), operand, count: undefined };
  const average = AVERAGE.exec(name.slice(-"_average_of_9999".length));
  if (!average) return { before: name, operand: undefined, count: undefined };
  const count = average[1] === "n" ? undefined : Number(average[1]);
  return { before: name.slice(0, -average[0].length), operand: "average_of_n", count };
}

function whyUnfit(metric: Metric, relation: RelationId, { operand, count }: Ending): FormulaProblem | undefined {
  const isFlagRelation = relation === "is_true" || relation === "is_false";
  if (metric.isFlag !== isFlagRelation) {
    const wanted = metric.isFlag ? "is a yes or a no: it takes is_true or is_false" : "is a number: it cannot be true";
    return { code: "relation_unfit", message: `${metric.id} ${wanted}` };
  }
  const allowed = namedOperands(relation);
  if (operand === undefined ? allowed.length > 0 : !allowed.includes(operand)) {
    const choice = allowed.length === 0 ? "nothing" : `one of ${allowed.join(", ")}`;
    return { code: "operand_unfit", message: `${relation} must be followed by ${choice}` };
  }
  if (operand === "input_percent" && metric.percentOf === null) {
    return { code: "operand_unfit", message: `A percentage of ${metric.id} means nothing: use input_number` };
  }
  if (operand === "other_code" && metric.codes !== 1) {
    return { code: "operand_unfit", message: `${metric.id} cannot be compared with another market` };
  }
  if (count !== undefined && (count < 2 || count > MAX_AVERAGE_SECONDS)) {
    return { code: "operand_unfit", message: `An average is taken of 2 to ${MAX_AVERAGE_SECONDS} seconds` };
  }
  return undefined;
}

function problem(code: FormulaProblem["code"], message: string): ParsedFormula {
  return { kind: "problem", problem: { code, message } };
}
