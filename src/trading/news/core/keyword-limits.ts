/** How many keywords of their own the users of an account may follow together, by the account's package. */

const BY_PLAN: Readonly<Record<string, number>> = { free: 3, basic: 25, pro: 250 };
/** A package with changed settings has what `basic` has. */
const OTHER = 25;

export function keywordLimit(planId: string): number {
  return BY_PLAN[planId] ?? OTHER;
}
