/** The name of a condition is its formula: metric, relation and operand. */

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
