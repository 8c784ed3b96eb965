/** The door of billing: plans, what they allow, and what an account owes and is charged. */
export { FREE_PLAN } from "./core/packages.ts";
export type { PlanLimits } from "./core/plan-limits.ts";
export { rightsWithin } from "./core/rights-within.ts";
export { planOf } from "./sql/plan-of.ts";
export { billingSchedule } from "./sql/schedule.ts";
export type { BillingDeps } from "./store.ts";
