/** A condition as users name it: by its name, by its operator and operands, or by both. */
import { namedOperands, OPERAND_TYPES, type OperandType, type RelationId } from "./condition-operators.ts";
import { formatFormula, parseFormula, type Formula } from "./formula.ts";
import type { IndicatorCatalog } from "./indicator-ref.ts";
import { findMetric } from "./metrics.ts";

export interface NamedParts {
  readonly name?: string;
  readonly operator?: RelationId;
  /** The metric. */
  readonly operand1?: string;
  /** The operand of the metric. */
  readonly operand2?: string;
}

export type NamedFormula =
  | { readonly kind: "formula"; readonly formula: Formula }
  | { readonly kind: "problem"; readonly parameter: keyof NamedParts; readonly reason: string };

/**
 * The formula after a request. Parts that are not sent follow from the name, or from the formula before. A name and parts
 * that contradict it are refused.
 *
 * @param before undefined for a new condition, which must have a name
 */
export function namedFormula(sent: NamedParts, before: Formula | undefined, catalog: IndicatorCatalog): NamedFormula {
  const base = sent.name === undefined ? before : undefined;
  const named = base ? { kind: "formula" as const, formula: base } : parseFormula(sent.name ?? "", catalog);
  if (named.kind === "problem") return problem("name", named.problem.message);
  const { formula } = named;
  const wanted = withParts(formula, sent);
  if (!("relation" in wanted)) return wanted;
  const name = formatFormula(wanted);
  if (base) {
    const read = parseFormula(name, catalog);
    return read.kind === "formula" ? read : problem(culprit(sent), read.problem.message);
  }
  return name === formatFormula(formula)
    ? named
    : problem(culprit(sent), `the name ${formatFormula(formula)} says otherwise: send ${name}, or the name alone`);
}

function withParts(formula: Formula, sent: NamedParts): Formula | (NamedFormula & { kind: "problem" }) {
  const metric = findMetric(sent.operand1 ?? formula.metric);
  if (!metric) return problem("operand1", `${sent.operand1 ?? ""} is not a metric`);
  if (metric.id === "indicator" && !formula.indicator) {
    return problem("operand1", "an indicator is named in the name, such as indicator_rsi_14_1h_less_than_input_number");
  }
  const relation = sent.operator ?? formula.relation;
  const operand = OPERAND_TYPES.find((each) => each === sent.operand2);
  if (sent.operand2 !== undefined && !operand) {
    return problem("operand2", `${sent.operand2} is not one of ${OPERAND_TYPES.join(", ")}`);
  }
  const kept = operand ?? onlyOperand(relation, formula.operand);
  return {
    metric: metric.id,
    indicator: metric.id === "indicator" ? formula.indicator : undefined,
    relation,
    operand: kept,
    count: kept === formula.operand ? formula.count : undefined,
  };
}

/** The operand that a relation leaves no choice of; otherwise the one before. */
function onlyOperand(relation: RelationId, before: OperandType | undefined): OperandType | undefined {
  const allowed = namedOperands(relation);
  return allowed.length > 1 ? before : allowed[0];
}

function culprit(sent: NamedParts): keyof NamedParts {
  if (sent.operator !== undefined) return "operator";
  return sent.operand1 === undefined ? "operand2" : "operand1";
}

function problem(parameter: keyof NamedParts, reason: string): NamedFormula & { kind: "problem" } {
  return { kind: "problem", parameter, reason };
}
