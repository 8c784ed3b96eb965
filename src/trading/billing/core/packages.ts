/** The packages that are sold, as data: what each costs a month and everything that it allows. */
import { ONE } from "../../../kit/money/amount.ts";
import { DAY_SECONDS } from "../../../kit/time/spans.ts";
import type { PlanLimits } from "./plan-limits.ts";
import { REGIONS, type Region } from "./regions.ts";

/** The currency of all prices here. */
export const BILLING_CURRENCY = "USD";

export type BaseId = "free" | "basic" | "pro";

/** A package as it is sold, or one with changed settings, which is then called `custom`. */
export interface Package {
  readonly id: BaseId | "custom";
  readonly name: string;
  readonly description: string;
  /** A month, in 1e-8 of `BILLING_CURRENCY`. */
  readonly price: bigint;
  readonly isPro: boolean;
  readonly limits: PlanLimits;
}

/** Everything can be tried, in small. */
const FREE: Package = {
  id: "free",
  name: "Free",
  description: "Everything the platform does, in small, for as long as you like.",
  price: 0n,
  isPro: false,
  limits: {
    user_settings: {
      enabled: true,
      twofactor: true,
      private_hosting: true,
      private_hive: false,
      api_access: true,
      ratelimit: { ms: 0, minute: 600 },
    },
    strategies: {
      enabled: true,
      commissions: 0.1,
      orderbook_refresh: 1_000,
      liquidity_check_maximum: 5,
      algos_excluded: [],
      maximum: { strategies: 3, templates: 5, concurrent_exchange_api_key: 2, duration: 7 * DAY_SECONDS },
      ratelimit: { orders_per_second: 1 },
      spread: { minimum: -1_000_000, maximum: 1_000_000 },
      price_offset: { minimum: -1_000_000, maximum: 1_000_000 },
      qty_parent: { minimum: 0, maximum: 10 },
      qty_child: { minimum: 0, maximum: 1 },
      sleep_interval: { minimum: 1, maximum: DAY_SECONDS },
      export: { transactions_rows: 1_000, maximum_storage_time: 7 * DAY_SECONDS },
      servers: {
        speed_testing: true,
        shared_resource: true,
        private_resource: true,
        locations: { private: places(["frankfurt"]), shared: places(["frankfurt", "london"]) },
      },
    },
    subaccounts: {
      enabled: true,
      maximum_accounts: 1,
      qty_parent: { maximum: 10 },
      qty_child: { minimum: 0 },
      exchanges: [],
      see_all_strategies: true,
      export: true,
      exchange_api_keys: { share_master: true, add_own: true },
      api_access: true,
      force_twofactor: false,
    },
    exchange_api_keys: { enabled: true, maximum_stored: 3 },
  },
};

const BASIC: Package = {
  id: "basic",
  name: "Basic",
  description: "For one person who trades every day.",
  price: 29n * ONE,
  isPro: false,
  limits: {
    user_settings: { ...FREE.limits.user_settings, ratelimit: { ms: 0, minute: 1_200 } },
    strategies: {
      ...FREE.limits.strategies,
      commissions: 0.05,
      orderbook_refresh: 500,
      liquidity_check_maximum: 20,
      maximum: { strategies: 25, templates: 50, concurrent_exchange_api_key: 8, duration: 31 * DAY_SECONDS },
      ratelimit: { orders_per_second: 5 },
      qty_parent: { minimum: 0, maximum: 1_000 },
      qty_child: { minimum: 0, maximum: 100 },
      sleep_interval: { minimum: 0.25, maximum: DAY_SECONDS },
      export: { transactions_rows: 50_000, maximum_storage_time: 31 * DAY_SECONDS },
      servers: {
        ...FREE.limits.strategies.servers,
        locations: {
          private: places(["frankfurt", "london", "new-york"]),
          shared: places(["frankfurt", "london", "new-york", "tokyo"]),
        },
      },
    },
    subaccounts: { ...FREE.limits.subaccounts, maximum_accounts: 10, qty_parent: { maximum: 1_000 } },
    exchange_api_keys: { enabled: true, maximum_stored: 25 },
  },
};

const PRO: Package = {
  id: "pro",
  name: "Pro",
  description: "For teams and desks: every region, the fastest evaluation, the lowest commission.",
  price: 99n * ONE,
  isPro: true,
  limits: {
    user_settings: { ...BASIC.limits.user_settings, private_hive: true, ratelimit: { ms: 0, minute: 6_000 } },
    strategies: {
      ...BASIC.limits.strategies,
      commissions: 0.02,
      orderbook_refresh: 100,
      liquidity_check_maximum: 50,
      maximum: { strategies: 200, templates: 500, concurrent_exchange_api_key: 40, duration: 366 * DAY_SECONDS },
      ratelimit: { orders_per_second: 25 },
      qty_parent: { minimum: 0, maximum: 1_000_000 },
      qty_child: { minimum: 0, maximum: 100_000 },
      sleep_interval: { minimum: 0.05, maximum: DAY_SECONDS },
      export: { transactions_rows: 1_000_000, maximum_storage_time: 366 * DAY_SECONDS },
      servers: {
        ...BASIC.limits.strategies.servers,
        locations: { private: places(REGIONS), shared: places(REGIONS) },
      },
    },
    subaccounts: { ...BASIC.limits.subaccounts, maximum_accounts: 100, qty_parent: { maximum: 1_000_000 } },
    exchange_api_keys: { enabled: true, maximum_stored: 250 },
  },
};

/** Cheapest first. */
export const PACKAGES: readonly Package[] = [FREE, BASIC, PRO];

/** The terms of an account that never chose a package. */
export const FREE_PLAN = { id: FREE.id, baseId: "free", name: FREE.name, limits: FREE.limits } as const;

const BY_ID: Readonly<Record<BaseId, Package>> = { free: FREE, basic: BASIC, pro: PRO };

/** The package of that id. */
export function packageOf(id: BaseId): Package {
  return BY_ID[id];
}

/** Ids of the packages that can be chosen as they are, cheapest first. */
export const BASE_IDS: readonly BaseId[] = ["free", "basic", "pro"];

/** A package and all cheaper ones. */
export function packagesUpTo(id: BaseId): readonly BaseId[] {
  return BASE_IDS.slice(0, BASE_IDS.indexOf(id) + 1);
}

/** Whether that is the id of a package that can be chosen as it is. */
export function isBaseId(id: string): id is BaseId {
  return Object.hasOwn(BY_ID, id);
}

/** Some regions, and by that the others. */
function places(active: readonly Region[]): { active: string[]; inactive: string[] } {
  return { active: [...active], inactive: REGIONS.filter((region) => !active.includes(region)) };
}
