import { expect } from "vitest";

const flag = expect.any(Boolean);
const number = expect.any(Number);
const integer = expect.toSatisfy(Number.isInteger, "a whole number");
const list = expect.any(Array);
const range = { minimum: number, maximum: number };
const places = { active: list, inactive: list };

/** The tree that `subscriptions/details` shows: each of its members, with its type. */
export const SUBSCRIPTION_DETAILS = {
  subscription: { pro_version: flag, enabled: flag, name: expect.any(String), price: number },
  user_settings: {
    enabled: flag,
    twofactor: flag,
    private_hosting: flag,
    private_hive: flag,
    api_access: flag,
    ratelimit: { ms: integer },
  },
  strategies: {
    enabled: flag,
    commissions: number,
    orderbook_refresh: integer,
    liquidity_check_maximum: integer,
    algos_excluded: list,
    maximum: { strategies: integer, templates: integer, concurrent_exchange_api_key: integer, duration: integer },
    ratelimit: { orders_per_second: integer },
    spread: range,
    price_offset: range,
    qty_parent: range,
    qty_child: range,
    sleep_interval: range,
    export: { transactions_rows: integer, maximum_storage_time: integer },
    servers: {
      speed_testing: flag,
      shared_resource: flag,
      private_resource: flag,
      locations: { private: places, shared: places },
    },
  },
  subaccounts: {
    enabled: flag,
    maximum_accounts: integer,
    qty_parent: { maximum: number },
    qty_child: { minimum: number },
    exchanges: list,
    see_all_strategies: flag,
    export: flag,
    exchange_api_keys: { share_master: flag, add_own: flag },
    api_access: flag,
    force_twofactor: flag,
  },
  exchange_api_keys: { enabled: flag, maximum_stored: integer },
};
