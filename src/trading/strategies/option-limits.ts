/** Bounds of what a profile can be set to, for one caller. */
import type { OptionLimits } from "../algorithms/index.ts";
import { limitsOfSubaccount } from "../billing/index.ts";
import type { Caller } from "../caller.ts";

/** Those of the plan; for a sub-account what its owner leaves it of them. */
export function optionLimits({ plan, rights }: Pick<Caller, "plan" | "rights">): OptionLimits {
  return (rights === undefined ? plan.limits : limitsOfSubaccount(plan.limits, rights)).strategies;
}
