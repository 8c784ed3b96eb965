/** Usage of an account that another plan would not allow. */
import type { PlanLimits } from "./plan-limits.ts";

/** The usage of counted things. Missing counts are not checked. */
export interface Usage {
  readonly subaccounts?: number;
  readonly storedKeys?: number;
  readonly templates?: number;
  readonly runningStrategies?: number;
  /** Rented servers that are not over, by region. */
  readonly servers?: readonly { readonly type: "private" | "shared"; readonly region: string }[];
}

export interface Conflict {
  /** The dotted path of the limit. */
  readonly setting: string;
  readonly used: number;
  readonly allowed: number;
}

/** Every limit that what is used would break, in the order of the tree. Empty: the plan can be changed to. */
export function conflictsOf(usage: Usage, limits: PlanLimits): Conflict[] {
  const { maximum } = limits.strategies;
  const { subaccounts, exchange_api_keys: keys } = limits;
  return [
    ...above("strategies.maximum.strategies", usage.runningStrategies, maximum.strategies),
    ...above("strategies.maximum.templates", usage.templates, maximum.templates),
    ...serverConflicts(usage.servers ?? [], limits.strategies.servers),
    ...above("subaccounts.maximum_accounts", usage.subaccounts, subaccounts.enabled ? subaccounts.maximum_accounts : 0),
    ...above("exchange_api_keys.maximum_stored", usage.storedKeys, keys.enabled ? keys.maximum_stored : 0),
  ];
}

/**
 * The limits that a change would break. Limits that are broken already and do not get worse are left out, so that an
 * account over its limits can still take a bigger plan.
 */
export function newConflicts(usage: Usage, current: PlanLimits, wanted: PlanLimits): Conflict[] {
  const before = conflictsOf(usage, current);
  return conflictsOf(usage, wanted).filter(({ setting, used, allowed }) => {
    return !before.some((each) => each.setting === setting && each.used >= used && each.allowed <= allowed);
  });
}

function serverConflicts(
  servers: NonNullable<Usage["servers"]>,
  allowed: PlanLimits["strategies"]["servers"],
): Conflict[] {
  return (["private", "shared"] as const).flatMap((type) => {
    const rented = servers.filter((server) => server.type === type);
    if (!allowed[`${type}_resource`]) return above(`strategies.servers.${type}_resource`, rented.length, 0);
    const elsewhere = rented.filter(({ region }) => !allowed.locations[type].active.includes(region));
    return above(`strategies.servers.locations.${type}.active`, elsewhere.length, 0);
  });
}

function above(setting: string, used: number | undefined, allowed: number): Conflict[] {
  return used !== undefined && used > allowed ? [{ setting, used, allowed }] : [];
}
