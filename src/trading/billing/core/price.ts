/** The price of a month of some limits. */
import { readLeaf, type LeafValue } from "./leaves.ts";
import { PACKAGES } from "./packages.ts";
import type { PlanLimits } from "./plan-limits.ts";
import { SETTING_RULES, type SettingRule } from "./setting-rules.ts";

/** Numbers of settings have at most this many decimals; a price is exact up to there. */
const SCALE = 100_000_000;

/**
 * The price of a month, in 1e-8: of every package, its own price and what is wanted beyond it, the least. So it
 * depends only on the limits, not on how the account came to have them. It is never below zero, and more never costs
 * less.
 */
export function priceOf(limits: PlanLimits): bigint {
  const prices = PACKAGES.map((each) => each.price + priceBeyond(limits, each.limits));
  return prices.reduce((least, price) => (price < least ? price : least));
}

/** What the first have more than the second, setting by setting; no refund for what they have less. */
function priceBeyond(limits: PlanLimits, base: PlanLimits): bigint {
  let total = 0n;
  for (const [path, rule] of Object.entries(SETTING_RULES)) {
    const more = worthOf(rule, readLeaf(limits, path)) - worthOf(rule, readLeaf(base, path));
    if (more > 0n) total += more;
  }
  return total;
}

/** The price of a setting, from an arbitrary zero. Never falls when the setting allows more. */
function worthOf(rule: SettingRule, value: LeafValue | undefined): bigint {
  if (rule.kind === "boolean") return value === true ? rule.price : 0n;
  if (rule.kind === "regions") return Array.isArray(value) ? rule.each * BigInt(value.length) : 0n;
  if (rule.kind === "codes" || typeof value !== "number") return 0n;
  const distance = rule.dearer === "higher" ? value - rule.minimum : rule.maximum - value;
  return (rule.each * BigInt(Math.round(distance * SCALE))) / BigInt(SCALE);
}
