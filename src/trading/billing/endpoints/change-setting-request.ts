import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { formatAmount } from "../../../kit/money/amount.ts";
import { toSeconds } from "../../../kit/time/instant.ts";
import { endpoint } from "../../endpoint.ts";
import { ledgerErrors } from "../../ledger/index.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import { decimal, id, seconds } from "../../shapes.ts";
import { MAX_VALUE_CHARACTERS } from "../core/change-setting.ts";
import { BILLING_CURRENCY } from "../core/packages.ts";
import type { BillingDeps } from "../deps.ts";
import { billingErrors } from "../errors.ts";
import { settingValue, viewValue } from "../records.ts";

export const changeSettingRequest = endpoint({
  id: "billing.changeSettingRequest",
  method: ["GET", "POST"],
  path: "/subscriptions/change-setting-request",
  auth: "ownerChange",
  summary: "The price of changing one setting",
  description:
    "Answers the id of a price adjustment, which change-setting-confirm takes for 15 minutes. A changed setting makes " +
    "the package a custom one. Lists, such as regions, are sent as one text with commas.",
  input: {
    params: Type.Object({
      setting: Type.String({
        minLength: 1,
        maxLength: 100,
        description: "Dotted path in the tree of subscriptions/details, such as strategies.maximum.strategies",
      }),
      value: Type.Union([Type.String({ maxLength: MAX_VALUE_CHARACTERS }), Type.Number(), Type.Boolean()], {
        description: "The value that it is to have",
      }),
    }),
  },
  output: json(
    Type.Object({
      id,
      setting: Type.String(),
      old_value: settingValue,
      new_value: settingValue,
      price_old: decimal,
      price_new: decimal,
      price_difference: decimal,
      charge: Type.String({ description: "What confirming charges at once: for the rest of the paid month" }),
      currency: Type.String(),
      becomes_custom: Type.Literal(true),
      effective_at: seconds,
      expires_at: seconds,
    }),
  ),
  errors: [billingErrors.noSetting, billingErrors.inUse, ledgerErrors.insufficient],
  examples: [
    { name: "a free choice", query: { setting: "subaccounts.force_twofactor", value: "true" } },
    { name: "more strategies", query: { setting: "strategies.maximum.strategies", value: "4" } },
    { name: "no such setting", query: { setting: "strategies.luck", value: "1" }, status: 422 },
    { name: "nothing", status: 422 },
  ],

  async run({ billing, clock }: BillingDeps & ClockDeps, { input: { params }, actor }) {
    const change = { ownerUid: actor.ownerUid, uid: actor.uid, at: clock.now() };
    const quote = await billing.quoteSetting(change, params.setting, String(params.value));
    return {
      id: String(quote.id),
      setting: quote.setting,
      old_value: viewValue(quote.oldValue),
      new_value: viewValue(quote.newValue),
      price_old: formatAmount(quote.priceOld),
      price_new: formatAmount(quote.priceNew),
      price_difference: formatAmount(quote.priceNew - quote.priceOld),
      charge: formatAmount(quote.charge),
      currency: BILLING_CURRENCY,
      becomes_custom: true as const,
      effective_at: toSeconds(quote.effectiveAt),
      expires_at: toSeconds(quote.expiresAt),
    };
  },
});
