/** How far a plan lets an owner go with a sub-account. */
import { formatAmount, parseAmount } from "../../../kit/money/amount.ts";
import type { PlanLimits } from "../../billing/index.ts";
import type { SubaccountRights } from "../../caller.ts";

/** The rights beyond the plan. */
export interface PlanProblem {
  readonly error: string;
  /** The rights within it. */
  readonly supported: readonly string[];
}

/** An owner's decisions about a sub-account. */
export interface SubaccountTerms {
  readonly rights: SubaccountRights;
  readonly forceTwofactor: boolean;
}

/**
 * The parts of `after` beyond the plan. Only what differs from `before` is looked at, so that a name can still be
 * changed after the plan has become a smaller one.
 */
export function planProblems(
  before: SubaccountTerms,
  after: SubaccountTerms,
  plan: PlanLimits["subaccounts"],
): PlanProblem[] {
  return [
    ...switchProblems(before, after, plan),
    ...amountProblems(before.rights, after.rights, plan),
    ...exchangeProblems(before.rights, after.rights, plan),
  ];
}

function switchProblems(
  before: SubaccountTerms,
  after: SubaccountTerms,
  plan: PlanLimits["subaccounts"],
): PlanProblem[] {
  const switches: readonly [name: string, allowed: boolean, was: boolean, is: boolean][] = [
    ["view_all_profiles", plan.see_all_strategies, before.rights.viewAllProfiles, after.rights.viewAllProfiles],
    ["export_enabled", plan.export, before.rights.allowExport, after.rights.allowExport],
    ["allow_api_access", plan.api_access, before.rights.allowApiAccess, after.rights.allowApiAccess],
    [
      "allow_api_key_usage",
      plan.exchange_api_keys.share_master,
      before.rights.shareMasterKeys,
      after.rights.shareMasterKeys,
    ],
    ["manage_own_apikeys", plan.exchange_api_keys.add_own, before.rights.addOwnKeys, after.rights.addOwnKeys],
  ];
  const problems = switches
    .filter(([, allowed, was, is]) => is && !was && !allowed)
    .map(([name]) => ({ error: `${name} is not part of the plan`, supported: ["false"] }));
  if (plan.force_twofactor && !after.forceTwofactor) {
    problems.push({ error: "force_twofactor is always on in the plan", supported: ["true"] });
  }
  return problems;
}

function amountProblems(
  before: SubaccountRights,
  after: SubaccountRights,
  plan: PlanLimits["subaccounts"],
): PlanProblem[] {
  const [mostParent, leastChild] = [units(plan.qty_parent.maximum), units(plan.qty_child.minimum)];
  const { parentMaximum: parent, childMaximum: child } = after;
  const problems: PlanProblem[] = [];
  if (parent !== undefined && parent !== before.parentMaximum && parseAmount(parent) > mostParent) {
    problems.push({ error: "parent_maximum is above the plan's", supported: [`0 to ${formatAmount(mostParent)}`] });
  }
  if (child !== undefined && child !== before.childMaximum && parseAmount(child) < leastChild) {
    const supported = [`${formatAmount(leastChild)} and more`];
    problems.push({ error: "child_maximum is below the least quantity of the plan", supported });
  }
  return problems;
}

function exchangeProblems(
  before: SubaccountRights,
  after: SubaccountRights,
  plan: PlanLimits["subaccounts"],
): PlanProblem[] {
  // A plan that names none allows all.
  if (plan.exchanges.length === 0) return [];
  const known = new Set([...plan.exchanges, ...(before.exchanges ?? [])]);
  const strangers = (after.exchanges ?? []).filter((code) => !known.has(code));
  if (strangers.length === 0) return [];
  return [{ error: `exchanges_enabled: not part of the plan: ${strangers.join(", ")}`, supported: plan.exchanges }];
}

/** The plan's quantities are whole multiples of 1e-8 that a number holds. */
function units(quantity: number): bigint {
  return parseAmount(quantity.toFixed(8));
}
