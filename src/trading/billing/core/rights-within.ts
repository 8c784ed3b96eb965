/** Which of the rights that an owner has given a sub-account count: those that the owner's plan has. */
import type { PlanLimits } from "./plan-limits.ts";
import type { NarrowingRights } from "./subaccount-limits.ts";

/**
 * The rights as they count now. Owners give no more rights than their plan allows, but plans can shrink. A right that
 * the plan lost has no effect until the plan has it again.
 */
export function rightsWithin<Rights extends NarrowingRights>(rights: Rights, { subaccounts }: PlanLimits): Rights {
  const { exchange_api_keys: keys, exchanges } = subaccounts;
  // A plan that names no exchanges allows all.
  const within = (code: string): boolean => exchanges.length === 0 || exchanges.includes(code);
  return {
    ...rights,
    viewAllProfiles: rights.viewAllProfiles && subaccounts.see_all_strategies,
    allowApiAccess: rights.allowApiAccess && subaccounts.api_access,
    allowExport: rights.allowExport && subaccounts.export,
    shareMasterKeys: rights.shareMasterKeys && keys.share_master,
    addOwnKeys: rights.addOwnKeys && keys.add_own,
    exchanges: rights.exchanges?.filter(within) ?? (exchanges.length === 0 ? undefined : exchanges),
  };
}
