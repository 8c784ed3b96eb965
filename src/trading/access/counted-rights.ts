/** The rights of a sub-account as they count now: for its requests, and for what reaches it without one. */
import { planOfRow, rightsWithin, type Plan, type PlanRow } from "../billing/index.ts";
import type { SubaccountRights } from "../caller.ts";

/** A user's stored rights beside the plan of its main account. */
export interface RightsRow extends PlanRow {
  readonly rights: string | null;
}

/** The rights that its main account has given it, as far as the plan has them. Undefined for a main account. */
export function countedRightsOfRow(row: RightsRow): SubaccountRights | undefined {
  return row.rights === null ? undefined : countedRights(row.rights, planOfRow(row));
}

/** The same for a plan that was already read. */
export function countedRights(stored: string | null, { limits }: Pick<Plan, "limits">): SubaccountRights | undefined {
  return stored === null ? undefined : rightsWithin(parseRights(stored), limits);
}

/** A member that is not there is a right that was not given, or a limit that was not set. */
function parseRights(stored: string): SubaccountRights {
  const rights = JSON.parse(stored) as Partial<SubaccountRights>;
  return {
    viewAllProfiles: rights.viewAllProfiles === true,
    allowApiAccess: rights.allowApiAccess === true,
    allowExport: rights.allowExport === true,
    shareMasterKeys: rights.shareMasterKeys === true,
    addOwnKeys: rights.addOwnKeys === true,
    exchanges: rights.exchanges ?? undefined,
    parentMaximum: rights.parentMaximum ?? undefined,
    childMaximum: rights.childMaximum ?? undefined,
    concurrentStrategiesMaximum: rights.concurrentStrategiesMaximum ?? undefined,
  };
}
