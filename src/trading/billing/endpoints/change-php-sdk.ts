import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { ledgerErrors } from "../../ledger/index.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import { isBaseId } from "../core/packages.ts";
import type { BillingDeps } from "../deps.ts";
import { billingErrors } from "../errors.ts";
import { planChange, viewChange } from "../records.ts";

/** "php-sdk" means "package": the path is documented and cannot change any more. */
export const changePhpSdk = endpoint({
  id: "billing.changePhpSdk",
  method: ["GET", "POST"],
  path: "/subscriptions/change-php-sdk",
  auth: "ownerChange",
  summary: "Switch to another package",
  description:
    "A dearer package begins at once; the difference for the rest of the paid month is charged. A cheaper one begins " +
    "when that month ends. Refused while more is in use than the package allows: `conflicts` says what.",
  input: { params: Type.Object({ id: Type.String({ maxLength: 40, description: "From list-packages" }) }) },
  output: json(planChange),
  errors: [billingErrors.noPackage, billingErrors.inUse, ledgerErrors.insufficient],
  examples: [
    { name: "the free package", body: { id: "free" } },
    { name: "no such package", body: { id: "gold" }, status: 404 },
    { name: "no id", body: {}, status: 422 },
  ],

  async run({ billing, clock }: BillingDeps & ClockDeps, { input: { params }, actor }) {
    if (!isBaseId(params.id)) throw billingErrors.noPackage({ id: params.id });
    const at = clock.now();
    const changed = await billing.changePackage({ ownerUid: actor.ownerUid, uid: actor.uid, at }, params.id);
    return viewChange(changed, at);
  },
});
