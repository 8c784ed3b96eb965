import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { ledgerErrors } from "../../ledger/index.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import { requireChange } from "../../subaccounts/index.ts";
import { isBaseId } from "../core/packages.ts";
import { planFor } from "../core/terms.ts";
import type { BillingDeps } from "../deps.ts";
import { billingErrors } from "../errors.ts";
import { packageRecord, planChange, planName, viewChange, viewPackages } from "../records.ts";

export const changePackage = endpoint({
  id: "billing.changePackage",
  method: ["GET", "POST"],
  path: "/subscriptions/change-package",
  auth: "owner",
  summary: "Switch to another package, or see which there are",
  description:
    "With `id` the same as change-php-sdk, which needs full access; without it, the current package and those that can be chosen.",
  input: {
    params: Type.Object({ id: Type.Optional(Type.String({ maxLength: 40, description: "From list-packages" })) }),
  },
  output: json(Type.Union([planChange, Type.Object({ current: planName, packages: Type.Array(packageRecord) })])),
  errors: [billingErrors.noPackage, billingErrors.inUse, ledgerErrors.insufficient],
  examples: [
    { name: "what there is" },
    { name: "the free package", query: { id: "free" } },
    { name: "no such package", query: { id: "gold" }, status: 404 },
  ],

  async run({ billing, clock }: BillingDeps & ClockDeps, { input: { params }, actor }) {
    const { id: packageId } = params;
    if (packageId === undefined) {
      const subscription = await billing.readSubscription(actor.ownerUid);
      const { id, name } = planFor(subscription.terms);
      return { current: { id, name }, packages: viewPackages(subscription) };
    }
    requireChange(actor, { id: "billing.changePackage", auth: "ownerChange" });
    if (!isBaseId(packageId)) throw billingErrors.noPackage({ id: packageId });
    const at = clock.now();
    const changed = await billing.changePackage({ ownerUid: actor.ownerUid, uid: actor.uid, at }, packageId);
    return viewChange(changed, at);
  },
});
