/** The rest of an account's plan for one of its sub-accounts. */
import type { PlanLimits } from "./plan-limits.ts";

/** The owner's limit for the sub-account; undefined for the plan's own limit. Quantities are decimal texts. */
export interface NarrowingRights {
  readonly viewAllProfiles: boolean;
  readonly allowApiAccess: boolean;
  readonly allowExport: boolean;
  readonly shareMasterKeys: boolean;
  readonly addOwnKeys: boolean;
  readonly exchanges: readonly string[] | undefined;
  readonly parentMaximum: string | undefined;
  readonly childMaximum: string | undefined;
  readonly concurrentStrategiesMaximum: number | undefined;
}

/** The tree of the account, nowhere wider, with what this sub-account may. Sub-accounts have none of their own. */
export function limitsOfSubaccount(limits: PlanLimits, rights: NarrowingRights): PlanLimits {
  const { strategies, subaccounts, user_settings: settings } = limits;
  const mayExport = rights.allowExport && subaccounts.export;
  const parent = least(strategies.qty_parent.maximum, subaccounts.qty_parent.maximum, rights.parentMaximum);
  const child = least(strategies.qty_child.maximum, rights.childMaximum);
  const mayShare = rights.shareMasterKeys && subaccounts.exchange_api_keys.share_master;
  const mayAdd = rights.addOwnKeys && subaccounts.exchange_api_keys.add_own;
  return {
    user_settings: {
      ...settings,
      api_access: settings.api_access && subaccounts.api_access && rights.allowApiAccess,
    },
    strategies: {
      ...strategies,
      maximum: {
        ...strategies.maximum,
        strategies: least(strategies.maximum.strategies, rights.concurrentStrategiesMaximum),
      },
      qty_parent: { minimum: Math.min(strategies.qty_parent.minimum, parent), maximum: parent },
      qty_child: {
        minimum: Math.min(Math.max(strategies.qty_child.minimum, subaccounts.qty_child.minimum), child),
        maximum: child,
      },
      export: { ...strategies.export, transactions_rows: mayExport ? strategies.export.transactions_rows : 0 },
    },
    subaccounts: {
      ...subaccounts,
      enabled: false,
      maximum_accounts: 0,
      qty_parent: { maximum: parent },
      exchanges: [...(rights.exchanges ?? subaccounts.exchanges)],
      see_all_strategies: subaccounts.see_all_strategies && rights.viewAllProfiles,
      export: mayExport,
      exchange_api_keys: { share_master: mayShare, add_own: mayAdd },
      api_access: subaccounts.api_access && rights.allowApiAccess,
    },
    exchange_api_keys: {
      enabled: limits.exchange_api_keys.enabled && (mayShare || mayAdd),
      maximum_stored: mayAdd ? limits.exchange_api_keys.maximum_stored : 0,
    },
  };
}

function least(...limits: readonly (number | string | undefined)[]): number {
  return Math.min(...limits.filter((limit) => limit !== undefined).map(Number));
}
