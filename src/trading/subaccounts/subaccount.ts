/** A sub-account as requests describe it and as answers show it. */
import { Type, type Static } from "typebox";
import { formatAmount, parseAmount } from "../../kit/money/amount.ts";
import { toSeconds } from "../../kit/time/instant.ts";
import type { Caller } from "../caller.ts";
import { decimal, id, seconds } from "../shapes.ts";
import { contradicts, rightsAfter, type RequestedRights } from "./core/requested-rights.ts";
import { planProblems, type SubaccountTerms } from "./core/plan-bounds.ts";
import { subaccountErrors } from "./errors.ts";
import type { StoredSubaccount } from "./store.ts";
import { emailAddress } from "../validation.ts";

/** One line of text, without control characters. */
export const LINE = "^ *[^\\s\\u0000-\\u001f\\u007f][^\\u0000-\\u001f\\u007f]*$";
const ownAmount = Type.String({
  maxLength: 27,
  pattern: "^([0-9]{1,18}(\\.[0-9]{0,8})?|\\.[0-9]{1,8})?$",
  description: "Decimal, at most 8 places; empty for the plan's own",
});

/** Parameters that both create and edit take. */
export const subaccountParams = {
  name: Type.String({ minLength: 5, maxLength: 100, pattern: LINE }),
  email: emailAddress,
  active: Type.Boolean({ description: "Whether it may log in and use keys" }),
  allow_api_key_usage: Type.Boolean({ description: "Whether it uses the exchange keys of the main account" }),
  parent_maximum: Type.Optional(ownAmount),
  child_maximum: Type.Optional(ownAmount),
  exchanges_enabled: Type.Optional(
    Type.Array(Type.String({ maxLength: 1000, pattern: "^[, ]*[A-Za-z0-9_][A-Za-z0-9_, ]*$" }), {
      minItems: 1,
      maxItems: 100,
      description: "Codes of exchanges, also with commas between them; All for all that the plan has",
    }),
  ),
  concurrent_strategies_maximum: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
  export_enabled: Type.Optional(Type.Boolean()),
  view_all_profiles: Type.Optional(
    Type.Boolean({ description: "Whether it sees the strategies of the whole account" }),
  ),
  share_accounts_apikeys: Type.Optional(Type.Boolean({ description: "Older name of allow_api_key_usage" })),
  manage_own_apikeys: Type.Optional(Type.Boolean({ description: "Whether it adds exchange keys of its own" })),
  force_twofactor: Type.Optional(Type.Boolean()),
  allow_api_access: Type.Optional(Type.Boolean({ description: "Whether it has API keys of the platform" })),
} as const;

const orPlans = { description: "Null for the plan's own" };

export const subaccount = Type.Object(
  {
    id,
    uid: id,
    name: Type.String(),
    email: Type.String(),
    username: Type.String(),
    active: Type.Boolean(),
    allow_api_key_usage: Type.Boolean(),
    parent_maximum: Type.Union([decimal, Type.Null()], orPlans),
    child_maximum: Type.Union([decimal, Type.Null()], orPlans),
    exchanges_enabled: Type.Array(Type.String(), { description: "Codes, or All" }),
    concurrent_strategies_maximum: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()], orPlans),
    export_enabled: Type.Boolean(),
    view_all_profiles: Type.Boolean(),
    manage_own_apikeys: Type.Boolean(),
    force_twofactor: Type.Boolean(),
    allow_api_access: Type.Boolean(),
    strategies: Type.Integer({ minimum: 0 }),
    last_access: Type.Union([seconds, Type.Null()]),
    time_created: seconds,
  },
  { title: "Subaccount" },
);

/** A sub-account as answers show it. */
export function viewSubaccount(stored: StoredSubaccount, strategies: number): Static<typeof subaccount> {
  const { rights } = stored;
  return {
    id: String(stored.uid),
    uid: String(stored.uid),
    name: stored.name,
    email: stored.email,
    username: stored.username,
    active: stored.isActive,
    allow_api_key_usage: rights.shareMasterKeys,
    parent_maximum: rights.parentMaximum === undefined ? null : formatAmount(parseAmount(rights.parentMaximum)),
    child_maximum: rights.childMaximum === undefined ? null : formatAmount(parseAmount(rights.childMaximum)),
    exchanges_enabled: [...(rights.exchanges ?? ["All"])],
    concurrent_strategies_maximum: rights.concurrentStrategiesMaximum ?? null,
    export_enabled: rights.allowExport,
    view_all_profiles: rights.viewAllProfiles,
    manage_own_apikeys: rights.addOwnKeys,
    force_twofactor: stored.forceTwofactor,
    allow_api_access: rights.allowApiAccess,
    strategies,
    last_access: stored.lastAccess === null ? null : toSeconds(stored.lastAccess),
    time_created: toSeconds(stored.createdAt),
  };
}

/**
 * An owner's decisions about a sub-account in this request, over its present rights.
 *
 * @throws subaccountErrors.contradiction, and beyondPlan with the rights within the plan.
 */
export function termsAfter(
  before: SubaccountTerms,
  requested: RequestedRights & { readonly force_twofactor?: boolean },
  { plan }: Pick<Caller, "plan">,
): SubaccountTerms {
  if (contradicts(requested)) {
    const what = "allow_api_key_usage and share_accounts_apikeys are one right";
    throw subaccountErrors.contradiction({ what, details: { missing_information: [{ error: what, supported: [] }] } });
  }
  const limits = plan.limits.subaccounts;
  const after = {
    rights: rightsAfter(before.rights, requested),
    forceTwofactor: requested.force_twofactor ?? (before.forceTwofactor || limits.force_twofactor),
  };
  const problems = planProblems(before, after, limits);
  if (problems.length > 0) {
    const what = problems.map(({ error }) => error).join("; ");
    throw subaccountErrors.beyondPlan({ what, details: { missing_information: problems } });
  }
  return after;
}
