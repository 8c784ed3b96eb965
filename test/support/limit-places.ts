/**
 * Where each limit of the tree is enforced. A limit that is only in the tree would be an empty promise, so every leaf
 * is listed here: with its place, or among those that wait for the engine.
 */

/** A function of the platform, by its file below `src/trading/`. */
export interface LimitPlace {
  readonly file: string;
  readonly by: string;
}

const servers = { file: "billing/servers-of-plan.ts", by: "checkPlan" };
const rates = { file: "form.ts", by: "allowances" };
const exports = { file: "exports/endpoints/request-export.ts", by: "requestExport" };
const newSubaccounts = { file: "subaccounts/endpoints/subaccount-create.ts", by: "subaccountCreate" };
const grantedAmounts = { file: "subaccounts/core/plan-bounds.ts", by: "amountProblems" };
const effectiveRights = { file: "billing/core/rights-within.ts", by: "rightsWithin" };
const bounds = { file: "algorithms/core/strategy-options.ts", by: "boundsOf" };

/**
 * By dotted path. `test/trading/plan-limits.test.ts` or `strategy-limits.test.ts` beside it shows of each that going
 * beyond it is refused.
 */
export const LIMIT_PLACES: Readonly<Record<string, LimitPlace>> = {
  "user_settings.enabled": { file: "accounts/prove.ts", by: "checkMayChange" },
  "user_settings.twofactor": { file: "accounts/endpoints/two-factor-setup.ts", by: "twoFactorSetup" },
  "user_settings.private_hosting": servers,
  "user_settings.api_access": { file: "access/may-use-api.ts", by: "mayUseApi" },
  "user_settings.ratelimit.ms": rates,
  "user_settings.ratelimit.minute": rates,
  "strategies.enabled": { file: "strategies/strategy-view.ts", by: "requireStrategies" },
  "strategies.algos_excluded": { file: "algorithms/plan-includes.ts", by: "whyNotIncluded" },
  "strategies.maximum.strategies": { file: "strategies/endpoints/create-profile.ts", by: "createProfile" },
  "strategies.maximum.templates": { file: "strategies/endpoints/save-template.ts", by: "saveTemplate" },
  "strategies.liquidity_check_maximum": { file: "algorithms/core/strategy-options.ts", by: "STRATEGY_OPTIONS" },
  "strategies.spread.minimum": { file: "algorithms/core/read-profile.ts", by: "checkCondition" },
  "strategies.spread.maximum": { file: "algorithms/core/read-profile.ts", by: "checkCondition" },
  "strategies.price_offset.minimum": bounds,
  "strategies.price_offset.maximum": bounds,
  "strategies.qty_parent.minimum": bounds,
  "strategies.qty_parent.maximum": bounds,
  "strategies.qty_child.minimum": bounds,
  "strategies.qty_child.maximum": bounds,
  "strategies.sleep_interval.minimum": bounds,
  "strategies.sleep_interval.maximum": bounds,
  "strategies.export.transactions_rows": exports,
  "strategies.export.maximum_storage_time": exports,
  "strategies.servers.shared_resource": servers,
  "strategies.servers.private_resource": servers,
  "strategies.servers.locations.private.active": servers,
  "strategies.servers.locations.private.inactive": { file: "billing/core/terms.ts", by: "changed" },
  "strategies.servers.locations.shared.active": servers,
  "strategies.servers.locations.shared.inactive": { file: "billing/core/terms.ts", by: "changed" },
  "subaccounts.enabled": newSubaccounts,
  "subaccounts.maximum_accounts": newSubaccounts,
  "subaccounts.qty_parent.maximum": grantedAmounts,
  "subaccounts.qty_child.minimum": grantedAmounts,
  "subaccounts.exchanges": effectiveRights,
  "subaccounts.see_all_strategies": effectiveRights,
  "subaccounts.export": effectiveRights,
  "subaccounts.exchange_api_keys.share_master": effectiveRights,
  "subaccounts.exchange_api_keys.add_own": effectiveRights,
  "subaccounts.api_access": effectiveRights,
  "subaccounts.force_twofactor": { file: "access/sql/load-caller.ts", by: "userOf" },
  "exchange_api_keys.enabled": { file: "exchanges/core/key-access.ts", by: "whyNoNewKey" },
  "exchange_api_keys.maximum_stored": { file: "exchanges/endpoints/add-key.ts", by: "addKey" },
};

/** Of which there is nothing to limit until strategies run. May only become fewer. */
export const WAITING_FOR_ENGINE: readonly string[] = [
  "user_settings.private_hive",
  "strategies.commissions",
  "strategies.orderbook_refresh",
  "strategies.maximum.concurrent_exchange_api_key",
  "strategies.maximum.duration",
  "strategies.ratelimit.orders_per_second",
  "strategies.servers.speed_testing",
];
