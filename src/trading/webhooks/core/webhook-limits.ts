/** How many webhooks the users of an account may have together, by the account's package. */

export const WEBHOOKS_BY_PLAN = { free: 2, basic: 10, pro: 50 } as const;

/** A package with changed settings has what `basic` has. */
export function webhookLimit(planId: string): number {
  return new Map<string, number>(Object.entries(WEBHOOKS_BY_PLAN)).get(planId) ?? WEBHOOKS_BY_PLAN.basic;
}
