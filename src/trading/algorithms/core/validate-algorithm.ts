/** The reasons against publishing an algorithm, all at once. */
import { findOrderType } from "./order-types.ts";
import { parseFormula } from "./formula.ts";
import type { IndicatorCatalog } from "./indicator-ref.ts";
import { findMetric } from "./metrics.ts";

/** An algorithm has at most this many conditions, and as many rows. */
export const MAX_PARTS = 50;

export interface DraftCondition {
  readonly id: string;
  readonly name: string;
  readonly join: "and" | "or";
}

export interface DraftExecution {
  readonly id: string;
  readonly side: "buy" | "sell" | "from_condition";
  readonly orderType: string;
  /** Place of the row whose orders set this one off; null for a row that fires with the slice. */
  readonly dependsOn: number | null;
  readonly trigger: "on_conditions" | "on_fill" | "on_partial_fill" | "on_send";
  readonly priceSource: "same" | "other" | "reference";
  readonly reduceOnly: boolean;
}

export interface AlgorithmDraft {
  readonly id: string;
  /** Both in their order: the place in the list is the position. */
  readonly conditions: readonly DraftCondition[];
  readonly executions: readonly DraftExecution[];
}

export interface AlgorithmProblem {
  /** A warning does not keep the algorithm from being published. */
  readonly severity: "error" | "warning";
  readonly part: "algorithm" | "condition" | "execution";
  readonly id: string;
  readonly position: number | null;
  /** Stable name of the problem. */
  readonly code: string;
  readonly message: string;
}

/** The platform's offer to conditions. */
export interface ConditionSources {
  readonly catalog: IndicatorCatalog;
  /** Whether its operator follows news. */
  readonly hasNews: boolean;
}

/** They wait for a price. */
const STOPS: ReadonlySet<string> = new Set(["stop", "stop_limit", "trailing_stop"]);

/** Every problem of an algorithm, in the order of its parts. Empty for one that may be published. */
export function validateAlgorithm(draft: AlgorithmDraft, sources: ConditionSources): readonly AlgorithmProblem[] {
  return [
    ...wholeProblems(draft),
    ...draft.conditions.flatMap((condition, position) => conditionProblems(condition, position, sources)),
    ...draft.executions.flatMap((execution, position) => executionProblems(execution, position, draft)),
  ];
}

function wholeProblems({ id, conditions, executions }: AlgorithmDraft): AlgorithmProblem[] {
  const found: AlgorithmProblem[] = [];
  const add = (severity: "error" | "warning", code: string, message: string): void => {
    found.push({ severity, part: "algorithm", id, position: null, code, message });
  };
  if (executions.length === 0) add("error", "no_rows", "Add an execution: the algorithm sends no orders");
  if (conditions.length > MAX_PARTS || executions.length > MAX_PARTS) {
    add("error", "too_many_parts", `An algorithm has at most ${MAX_PARTS} conditions and ${MAX_PARTS} executions`);
  }
  if (conditions.length === 0) add("warning", "no_conditions", "Without conditions every slice fires by time alone");
  if (executions.length > 0 && executions.every(({ reduceOnly }) => reduceOnly)) {
    add("error", "nothing_to_reduce", "Every execution is reduce_only: let one open what the others reduce");
  }
  if (executions.length > 0 && executions.every(({ dependsOn }) => dependsOn !== null)) {
    add("error", "no_first_row", "Every execution waits for another one: let one fire on conditions");
  }
  return found;
}

function conditionProblems(
  condition: DraftCondition,
  position: number,
  { catalog, hasNews }: ConditionSources,
): AlgorithmProblem[] {
  const { id, name, join } = condition;
  const problem = (severity: "error" | "warning", code: string, message: string): AlgorithmProblem => {
    return { severity, part: "condition", id, position, code, message };
  };
  const parsed = parseFormula(name, catalog);
  if (parsed.kind === "problem") return [problem("error", parsed.problem.code, parsed.problem.message)];
  const found: AlgorithmProblem[] = [];
  const refusal = findMetric(parsed.formula.metric)?.refusal;
  if (typeof refusal === "string") found.push(problem("error", "no_source", refusal));
  if (!hasNews && parsed.formula.metric.startsWith("news_")) {
    found.push(problem("warning", "news_off", "The platform follows no news: the condition is never true"));
  }
  if (position === 0 && join === "or") {
    found.push(problem("warning", "nothing_before", "The first condition has none before it that `or` could join"));
  }
  return found;
}

function executionProblems(execution: DraftExecution, position: number, draft: AlgorithmDraft): AlgorithmProblem[] {
  const { id, orderType, dependsOn, trigger, side, priceSource } = execution;
  const { conditions, executions } = draft;
  const found: AlgorithmProblem[] = [];
  const add = (code: string, message: string): void => {
    found.push({ severity: "error", part: "execution", id, position, code, message });
  };
  if (!findOrderType(orderType)) add("order_type_unknown", "The order type must be from list-order-types");
  if (dependsOn === null && trigger !== "on_conditions") {
    add("row_missing", `trigger ${trigger} needs depends_on: the row that it waits for`);
  }
  if (dependsOn !== null && trigger === "on_conditions") {
    add("trigger_unfit", "A row that depends on another fires on_fill, on_partial_fill or on_send");
  }
  const leader = dependsOn === null ? undefined : executions[dependsOn];
  if (trigger === "on_send" && leader && leader.dependsOn !== null && leader.trigger !== "on_send") {
    add("trigger_unfit", `on_send needs a row that fires with the slice: execution ${dependsOn} fires on fills`);
  }
  if (trigger === "on_send" && STOPS.has(orderType)) {
    add("trigger_unfit", `A ${orderType} is sent when its price is reached, not with another row: use on_partial_fill`);
  }
  if (dependsOn !== null && !leader) add("row_missing", `There is no execution ${dependsOn}`);
  if (dependsOn !== null && isInCircle(position, executions)) {
    add("circle", "The execution waits for itself, directly or through others");
  }
  if (side === "from_condition" && conditions.length === 0) {
    add("side_open", "side from_condition needs a condition that it can take the side from");
  }
  if (priceSource === "other" && executions.length < 2) {
    add("price_source_missing", "price_source other needs another execution whose book it can read");
  }
  const isPair = orderType === "maker_taker" || orderType === "market_maker_taker";
  const hasPartner = dependsOn !== null || executions.some((each) => each.dependsOn === position);
  if (isPair && !hasPartner)
    add("hedge_missing", `${orderType} needs an execution that depends on it and hedges its fills`);
  return found;
}

function isInCircle(position: number, executions: readonly DraftExecution[]): boolean {
  let at: number | null | undefined = executions[position]?.dependsOn;
  for (let step = 0; step < executions.length && typeof at === "number"; step++) {
    if (at === position) return true;
    at = executions[at]?.dependsOn;
  }
  return false;
}
