/** The content of one version of an algorithm. */
import type { BookSide } from "./condition-view.ts";
import { formatFormula, type Formula } from "./formula.ts";
import type { OrderTypeId } from "./order-types.ts";
import type { AlgorithmDraft } from "./validate-algorithm.ts";

export interface ConditionPart {
  /** The same in every version. */
  readonly id: number;
  /** Its name is made of it. */
  readonly formula: Formula;
  readonly side1: BookSide;
  readonly side2: BookSide;
  readonly join: "and" | "or";
}

export interface ExecutionPart {
  readonly id: number;
  readonly label: string;
  readonly side: "buy" | "sell" | "from_condition";
  readonly orderType: OrderTypeId;
  /** Id of the execution whose orders set this one off, so that it survives a change of the order. */
  readonly dependsOn: number | null;
  readonly trigger: "on_conditions" | "on_fill" | "on_partial_fill" | "on_send";
  readonly priceSource: "same" | "other" | "reference";
  readonly reduceOnly: boolean;
}

/** Everything but the parts. Money is USD with 8 places. */
export interface AlgorithmTerms {
  readonly groupName: string;
  readonly name: string;
  /** Id of the algorithm that undoes it. */
  readonly reverseId: number | null;
  readonly comments: string;
  readonly maximumSuccessful: number | null;
  readonly maximumCanceled: number | null;
  readonly cpaSuccessful: string;
  readonly cpaCanceled: string;
  /** Id of the lowest package that may use it. */
  readonly packageMinimum: string | null;
  readonly monthlyFee: string;
}

/** Parts in their order: the place in the list is the position. */
export interface Definition extends AlgorithmTerms {
  readonly conditions: readonly ConditionPart[];
  readonly executions: readonly ExecutionPart[];
}

/** Terms of an algorithm of which only the names are known. */
export function plainTerms(groupName: string, name: string): AlgorithmTerms {
  const free = "0.00000000";
  return {
    groupName,
    name,
    reverseId: null,
    comments: "",
    maximumSuccessful: null,
    maximumCanceled: null,
    cpaSuccessful: free,
    cpaCanceled: free,
    packageMinimum: null,
    monthlyFee: free,
  };
}

/** The place of the execution that another depends on; null where it depends on none. */
export function positionOf(executions: readonly ExecutionPart[], id: number | null): number | null {
  const position = executions.findIndex((each) => each.id === id);
  return position < 0 ? null : position;
}

/** The algorithm as `validateAlgorithm` and the engine take it. */
export function draftOf(id: number, { conditions, executions }: Definition): AlgorithmDraft {
  return {
    id: String(id),
    conditions: conditions.map((each) => ({ id: String(each.id), name: formatFormula(each.formula), join: each.join })),
    executions: executions.map((each) => ({
      id: String(each.id),
      side: each.side,
      orderType: each.orderType,
      dependsOn: positionOf(executions, each.dependsOn),
      trigger: each.trigger,
      priceSource: each.priceSource,
      reduceOnly: each.reduceOnly,
    })),
  };
}
