/** A profile's values read against one version of an algorithm. */
import { positionOf } from "./core/definition.ts";
import { formatFormula } from "./core/formula.ts";
import { wireType } from "./core/order-types.ts";
import type { ProfileContext, ProfileValues } from "./core/profile-cells.ts";
import type { RowOfAlgorithm } from "./core/profile-rows.ts";
import { readProfile, type ReadProfile } from "./core/read-profile.ts";
import type { StoredAlgorithm } from "./store.ts";

/** The part of an algorithm that is kept with a profile. */
export interface AlgorithmOutline {
  readonly id: number;
  readonly version: number;
  readonly groupName: string;
  readonly name: string;
  /** Names of its conditions, in their order. */
  readonly conditions: readonly string[];
  /** Its executions, in their order. */
  readonly rows: readonly {
    readonly side: "buy" | "sell" | "from_condition";
    /** The side of the book that its price is read from, where the profile does not say. */
    readonly referenceSide: "same" | "opposite";
  }[];
}

export function outlineOf({ id, version, definition }: StoredAlgorithm): AlgorithmOutline {
  return {
    id,
    version,
    groupName: definition.groupName,
    name: definition.name,
    conditions: definition.conditions.map(({ formula }) => formatFormula(formula)),
    rows: definition.executions.map(({ side, orderType, dependsOn }) => ({
      side,
      referenceSide: wireType(orderType, dependsOn !== null).takes ? "opposite" : "same",
    })),
  };
}

/**
 * All problems of the values at once, and what they come to where there are none.
 *
 * @param algorithm undefined as long as none is chosen
 */
export function readValues(
  algorithm: StoredAlgorithm | undefined,
  values: ProfileValues,
  context: Omit<ProfileContext, "conditions" | "executions">,
): ReadProfile {
  const { conditions = [], executions = [] } = algorithm?.definition ?? {};
  return readProfile(values, {
    ...context,
    conditions,
    executions: executions.map((each): RowOfAlgorithm => ({
      ...each,
      dependsOn: positionOf(executions, each.dependsOn),
    })),
  });
}
