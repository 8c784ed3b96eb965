import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { formatAmount } from "../../../kit/money/amount.ts";
import { endpoint } from "../../endpoint.ts";
import { packageOf } from "../core/packages.ts";
import { planLimits } from "../core/plan-limits.ts";
import { limitsOfSubaccount } from "../core/subaccount-limits.ts";
import { planFor } from "../core/terms.ts";
import type { BillingDeps } from "../deps.ts";

const details = Type.Object(
  {
    subscription: Type.Object({
      pro_version: Type.Boolean(),
      enabled: Type.Boolean(),
      name: Type.String(),
      price: Type.Number({ description: "A month, in USD; 0 for a sub-account, which pays nothing" }),
    }),
    ...planLimits.properties,
  },
  { title: "SubscriptionDetails" },
);

export const getDetails = endpoint({
  id: "billing.getDetails",
  method: ["GET", "POST"],
  path: "/subscriptions/details",
  auth: "user",
  summary: "The subscription and everything that it allows",
  description: "A sub-account sees what its owner leaves it of the plan.",
  input: {},
  output: json(details),
  errors: [],
  examples: [{ name: "what the account has" }],

  async run({ billing }: BillingDeps, { actor }) {
    const { terms, price } = await billing.readSubscription(actor.ownerUid);
    const { name, limits } = planFor(terms);
    const { isPro } = packageOf(terms.baseId);
    const subscription = { pro_version: isPro, enabled: limits.user_settings.enabled, name };
    if (actor.rights === undefined) {
      return { subscription: { ...subscription, price: Number(formatAmount(price)) }, ...limits };
    }
    return { subscription: { ...subscription, price: 0 }, ...limitsOfSubaccount(limits, actor.rights) };
  },
});
