import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { ledgerErrors } from "../../ledger/index.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import { id } from "../../shapes.ts";
import type { BillingDeps } from "../deps.ts";
import { billingErrors } from "../errors.ts";
import { planChange, settingValue, viewChange, viewValue } from "../records.ts";

export const changeSettingConfirm = endpoint({
  id: "billing.changeSettingConfirm",
  method: ["GET", "POST"],
  path: "/subscriptions/change-setting-confirm",
  auth: "ownerChange",
  summary: "Change a setting at the quoted price",
  description:
    "Takes the id of change-setting-request, once. It is gone after 15 minutes, and when the subscription was changed " +
    "in between. A change that makes the package cheaper begins when the paid month ends.",
  input: { params: Type.Object({ id }) },
  output: json(
    Type.Object({
      ...planChange.properties,
      applied: Type.Object({ setting: Type.String(), new_value: settingValue }),
    }),
  ),
  errors: [billingErrors.quoteGone, billingErrors.inUse, ledgerErrors.insufficient],
  examples: [
    { name: "a quoted price", query: { id: "1001" } },
    { name: "the same once more", query: { id: "1001" }, status: 409 },
    { name: "no id", status: 422 },
  ],

  async run({ billing, clock }: BillingDeps & ClockDeps, { input: { params }, actor }) {
    const at = clock.now();
    const change = { ownerUid: actor.ownerUid, uid: actor.uid, at };
    const changed = await billing.confirmQuote(change, Number(params.id));
    const applied = { setting: changed.setting, new_value: viewValue(changed.newValue) };
    return { ...viewChange(changed, at), applied };
  },
});
