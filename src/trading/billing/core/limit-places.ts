/**
 * Where each limit of the tree is enforced. A limit that only stands in the tree would be a promise that nobody keeps,
 * so every leaf is listed here.
 */

/**
 * An area of the platform, `form` for what is checked with every request; `same` for what is the same in every package,
 * cannot be changed and therefore limits nobody; `engine` for what there is nothing to limit of until strategies run.
 */
export type LimitPlace = "access" | "billing" | "exchanges" | "exports" | "form" | "subaccounts" | "same" | "engine";

/** By dotted path, in the order of the tree. */
export const LIMIT_PLACES: Readonly<Record<string, LimitPlace>> = {
  "user_settings.enabled": "same",
  "user_settings.twofactor": "same",
  "user_settings.private_hosting": "billing",
  "user_settings.private_hive": "engine",
  "user_settings.api_access": "access",
  "user_settings.ratelimit.ms": "form",
  "user_settings.ratelimit.minute": "form",
  "strategies.enabled": "same",
  "strategies.commissions": "engine",
  "strategies.orderbook_refresh": "engine",
  "strategies.liquidity_check_maximum": "engine",
  "strategies.algos_excluded": "same",
  "strategies.maximum.strategies": "engine",
  "strategies.maximum.templates": "engine",
  "strategies.maximum.concurrent_exchange_api_key": "engine",
  "strategies.maximum.duration": "engine",
  "strategies.ratelimit.orders_per_second": "engine",
  "strategies.spread.minimum": "engine",
  "strategies.spread.maximum": "engine",
  "strategies.price_offset.minimum": "engine",
  "strategies.price_offset.maximum": "engine",
  "strategies.qty_parent.minimum": "engine",
  "strategies.qty_parent.maximum": "engine",
  "strategies.qty_child.minimum": "engine",
  "strategies.qty_child.maximum": "engine",
  "strategies.sleep_interval.minimum": "engine",
  "strategies.sleep_interval.maximum": "engine",
  "strategies.export.transactions_rows": "exports",
  "strategies.export.maximum_storage_time": "exports",
  "strategies.servers.speed_testing": "engine",
  "strategies.servers.shared_resource": "billing",
  "strategies.servers.private_resource": "billing",
  "strategies.servers.locations.private.active": "billing",
  "strategies.servers.locations.private.inactive": "billing",
  "strategies.servers.locations.shared.active": "billing",
  "strategies.servers.locations.shared.inactive": "billing",
  "subaccounts.enabled": "subaccounts",
  "subaccounts.maximum_accounts": "subaccounts",
  "subaccounts.qty_parent.maximum": "subaccounts",
  "subaccounts.qty_child.minimum": "subaccounts",
  "subaccounts.exchanges": "subaccounts",
  "subaccounts.see_all_strategies": "subaccounts",
  "subaccounts.export": "subaccounts",
  "subaccounts.exchange_api_keys.share_master": "subaccounts",
  "subaccounts.exchange_api_keys.add_own": "subaccounts",
  "subaccounts.api_access": "subaccounts",
  "subaccounts.force_twofactor": "subaccounts",
  "exchange_api_keys.enabled": "exchanges",
  "exchange_api_keys.maximum_stored": "exchanges",
};
