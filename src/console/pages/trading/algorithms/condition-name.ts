/** The name of a condition is its formula: metric, relation and operand. */
import type { Condition } from "../../../../../clients/typescript/src/trading.ts";

interface ConditionParts {
  readonly metric: string;
  /** Of the metric `indicator`, such as `rsi_14_1h`. */
  readonly indicator: string;
  readonly relation: string;
  /** Undefined for relations that compare with nothing. */
  readonly operand: string | undefined;
}

export function conditionName({ metric, indicator, relation, operand }: ConditionParts): string {
  const named = metric === "indicator" ? `indicator_${indicator.trim()}` : metric;
  return [named, relation, ...(operand === undefined ? [] : [operand])].join("_");
}

type Named = Pick<Condition, "name" | "operator" | "operand1" | "operand2">;

/** The indicator of a condition, such as `rsi_14_1h`; empty where it looks at something else. */
export function indicatorIn({ name, operand1, operator }: Named): string {
  if (operand1 !== "indicator") return "";
  const [subject = ""] = name.split(`_${operator}`, 1);
  return subject.replace(/^indicator_/, "");
}

/** The name after a change. Where no part of it was changed it stays, with a number that fields do not show: `average_of_20`. */
export function nameAfter(before: Named | undefined, parts: ConditionParts): string {
  const isSame =
    before !== undefined &&
    before.operand1 === parts.metric &&
    before.operator === parts.relation &&
    (before.operand2 ?? undefined) === parts.operand &&
    (parts.metric !== "indicator" || parts.indicator.trim() === indicatorIn(before));
  return isSame ? before.name : conditionName(parts);
}
