/** The door of billing: plans, what they allow, and the debts and charges of an account. */
export { BASE_IDS, BILLING_CURRENCY, FREE_PLAN, packagesUpTo } from "./core/packages.ts";
export { anchorDayOf, periodFrom, proratedDifference, type Period } from "./core/period.ts";
export type { PlanLimits } from "./core/plan-limits.ts";
export { MAX_TEMPLATES } from "./core/setting-rules.ts";
export { limitsOfSubaccount } from "./core/subaccount-limits.ts";
export { rightsWithin } from "./core/rights-within.ts";
export type { Plan } from "./core/terms.ts";
export { packagesReached, planOf, planOfRow, plansOf, type PlanRow } from "./sql/plan-of.ts";
export { billingSchedule } from "./sql/schedule.ts";
export type { BillingDeps } from "./deps.ts";
export { billingErrors } from "./errors.ts";
export { readServer } from "./servers-of-plan.ts";
export { billingSettings, regionsOfWorker } from "./settings.ts";
