/** Algorithms and their parts as answers show them. */
import type { Static } from "typebox";
import { invariant } from "../../kit/errors/invariant.ts";
import { toSeconds } from "../../kit/time/instant.ts";
import { positionOf, type ConditionPart, type Definition, type ExecutionPart } from "./core/definition.ts";
import { codesNeeded, formatFormula, valuesNeeded } from "./core/formula.ts";
import { findMetric } from "./core/metrics.ts";
import type { algorithm, condition, execution } from "./records.ts";
import type { StoredAlgorithm } from "./store.ts";

type ShownAlgorithm = Static<typeof algorithm>;
type ShownCondition = Static<typeof condition>;
type ShownExecution = Static<typeof execution>;

export function showAlgorithm(stored: StoredAlgorithm): ShownAlgorithm {
  const { definition } = stored;
  return {
    id: String(stored.id),
    group_name: definition.groupName,
    name: definition.name,
    reverse_id: definition.reverseId === null ? null : String(definition.reverseId),
    status: stored.status,
    maximum_transactions_successful: definition.maximumSuccessful,
    maximum_transactions_canceled: definition.maximumCanceled,
    cpa_successful: definition.cpaSuccessful,
    cpa_canceled: definition.cpaCanceled,
    package_minimum: definition.packageMinimum,
    monthly_fee: definition.monthlyFee,
    comments: definition.comments,
    owner_uid: stored.ownerUid,
    conditions: showConditions(stored),
    executions: showExecutions(stored),
    version: stored.version,
    published_version: stored.publishedVersion,
    time_created: toSeconds(stored.createdAt),
    last_updated: toSeconds(stored.updatedAt),
  };
}

export function showConditions({ id, definition }: StoredAlgorithm): ShownCondition[] {
  return definition.conditions.map((part, position) => showCondition(id, part, position));
}

export function showExecutions({ id, definition }: StoredAlgorithm): ShownExecution[] {
  return definition.executions.map((part, position) => showExecution(id, part, position, definition));
}

/** The one of an id, which is there. */
export function partOf<Part extends { readonly id: string }>(parts: readonly Part[], id: string): Part {
  const part = parts.find((each) => each.id === id);
  invariant(part, "a part that was just written is shown");
  return part;
}

function showCondition(algorithmId: number, part: ConditionPart, position: number): ShownCondition {
  const { id, formula, side1, side2, join } = part;
  return {
    id: String(id),
    algorithm_id: String(algorithmId),
    position,
    name: formatFormula(formula),
    operator: formula.relation,
    operand1: formula.metric,
    operand2: formula.operand ?? null,
    side1,
    side2,
    join,
    needs_code: codesNeeded(formula) > 0,
    needs_value: valuesNeeded(formula) > 0,
    needs_level: findMetric(formula.metric)?.hasLevels === true,
  };
}

function showExecution(
  algorithmId: number,
  part: ExecutionPart,
  position: number,
  { executions }: Definition,
): ShownExecution {
  return {
    id: String(part.id),
    algorithm_id: String(algorithmId),
    position,
    label: part.label,
    side: part.side,
    order_type: part.orderType,
    depends_on: positionOf(executions, part.dependsOn),
    trigger: part.trigger,
    price_source: part.priceSource,
    reduce_only: part.reduceOnly,
  };
}
