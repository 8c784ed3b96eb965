/** Which settings of the tree may be changed one by one, how far, and what more of each costs a month. */
import { ONE } from "../../../kit/money/amount.ts";
import { HOUR_SECONDS, DAY_SECONDS } from "../../../kit/time/spans.ts";

/** A number between two bounds. `each` is the price of one step up, or down where less is worth more. */
export interface NumberRule {
  readonly kind: "number";
  readonly minimum: number;
  readonly maximum: number;
  readonly isInteger: boolean;
  /** Which way costs. */
  readonly dearer: "higher" | "lower";
  /** Price of one, in 1e-8 a month. */
  readonly each: bigint;
}

export interface BooleanRule {
  readonly kind: "boolean";
  /** Price of `true`, in 1e-8 a month. */
  readonly price: bigint;
}

/** Some of the regions; each costs the same. */
export interface RegionsRule {
  readonly kind: "regions";
  readonly each: bigint;
}

/** Codes of exchanges, free of charge; none for all. */
export interface CodesRule {
  readonly kind: "codes";
  readonly maximumLength: number;
}

export type SettingRule = NumberRule | BooleanRule | RegionsRule | CodesRule;

/** Templates of one account, whatever its plan: they are stored and listed without pages. */
export const MAX_TEMPLATES = 1_000;

const CENT = ONE / 100n;
/** Twenty cents a month for each day, in whole units for each second. */
const DAY_OF_RUNNING = (20n * CENT) / BigInt(DAY_SECONDS);
const DAY_OF_STORAGE = (10n * CENT) / BigInt(DAY_SECONDS);

/** More is dearer. */
const more = (minimum: number, maximum: number, each: bigint): NumberRule => ({
  kind: "number",
  minimum,
  maximum,
  isInteger: true,
  dearer: "higher",
  each,
});

/** A quantity, which may have decimals. */
const quantity = (minimum: number, maximum: number, each = 0n): NumberRule => ({
  ...more(minimum, maximum, each),
  isInteger: false,
});

/** Less is dearer. */
const less = (minimum: number, maximum: number, each: bigint, isInteger = true): NumberRule => ({
  ...more(minimum, maximum, each),
  isInteger,
  dearer: "lower",
});

const yes = (price = 0n): BooleanRule => ({ kind: "boolean", price });
const regions: RegionsRule = { kind: "regions", each: ONE };
const anyPrice = quantity(-1_000_000, 1_000_000);

/** By dotted path. A leaf without a rule comes with the package and cannot be changed. */
export const SETTING_RULES: Readonly<Record<string, SettingRule>> = {
  "user_settings.private_hosting": yes(5n * ONE),
  "user_settings.private_hive": yes(10n * ONE),
  "user_settings.api_access": yes(),
  "user_settings.ratelimit.ms": less(0, 1_000, 0n),
  "user_settings.ratelimit.minute": more(60, 60_000, CENT / 2n),
  "strategies.commissions": less(0.01, 0.1, 100n * ONE, false),
  "strategies.orderbook_refresh": less(50, 1_000, CENT),
  "strategies.liquidity_check_maximum": more(1, 100, 10n * CENT),
  "strategies.maximum.strategies": more(1, 1_000, 50n * CENT),
  "strategies.maximum.templates": more(0, MAX_TEMPLATES, 2n * CENT),
  "strategies.maximum.concurrent_exchange_api_key": more(1, 100, 50n * CENT),
  "strategies.maximum.duration": more(HOUR_SECONDS, 366 * DAY_SECONDS, DAY_OF_RUNNING),
  "strategies.ratelimit.orders_per_second": more(1, 100, 2n * ONE),
  "strategies.spread.minimum": anyPrice,
  "strategies.spread.maximum": anyPrice,
  "strategies.price_offset.minimum": anyPrice,
  "strategies.price_offset.maximum": anyPrice,
  "strategies.qty_parent.minimum": quantity(0, 1_000_000),
  "strategies.qty_parent.maximum": quantity(0, 1_000_000, CENT / 2n),
  "strategies.qty_child.minimum": quantity(0, 100_000),
  "strategies.qty_child.maximum": quantity(0, 100_000, CENT / 2n),
  "strategies.sleep_interval.minimum": less(0.05, DAY_SECONDS, 4n * ONE, false),
  "strategies.sleep_interval.maximum": quantity(1, DAY_SECONDS),
  "strategies.export.transactions_rows": more(0, 1_000_000, CENT / 500n),
  "strategies.export.maximum_storage_time": more(HOUR_SECONDS, 366 * DAY_SECONDS, DAY_OF_STORAGE),
  "strategies.servers.speed_testing": yes(),
  "strategies.servers.shared_resource": yes(),
  "strategies.servers.private_resource": yes(5n * ONE),
  "strategies.servers.locations.private.active": regions,
  "strategies.servers.locations.shared.active": regions,
  "subaccounts.maximum_accounts": more(0, 1_000, ONE),
  "subaccounts.qty_parent.maximum": quantity(0, 1_000_000),
  "subaccounts.qty_child.minimum": quantity(0, 100_000),
  "subaccounts.exchanges": { kind: "codes", maximumLength: 200 },
  "subaccounts.see_all_strategies": yes(),
  "subaccounts.export": yes(),
  "subaccounts.exchange_api_keys.share_master": yes(),
  "subaccounts.exchange_api_keys.add_own": yes(),
  "subaccounts.api_access": yes(),
  "subaccounts.force_twofactor": yes(),
  "exchange_api_keys.maximum_stored": more(1, 1_000, 25n * CENT),
};
