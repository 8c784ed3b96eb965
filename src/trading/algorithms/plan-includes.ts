/** Whether a plan includes an algorithm. It is asked for when a strategy is started, and before each of its slices. */
import { packagesUpTo } from "../billing/index.ts";
import type { Caller } from "../caller.ts";
import type { StoredAlgorithm } from "./store.ts";

/** Why not; undefined where it does. An author needs no package for an own algorithm. */
export function whyNotIncluded(
  { plan, ownerUid }: Pick<Caller, "plan" | "ownerUid">,
  { id, ownerUid: authorUid, definition }: Pick<StoredAlgorithm, "id" | "ownerUid" | "definition">,
): string | undefined {
  if (plan.limits.strategies.algos_excluded.includes(String(id))) {
    return `The subscription does not include the algorithm ${id}`;
  }
  const { packageMinimum } = definition;
  if (packageMinimum === null || authorUid === ownerUid) return undefined;
  if (packagesUpTo(plan.baseId).some((reached) => reached === packageMinimum)) return undefined;
  return `The algorithm ${id} needs the package ${packageMinimum} or a larger one`;
}
