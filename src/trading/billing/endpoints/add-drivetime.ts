import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { formatAmount } from "../../../kit/money/amount.ts";
import { toSeconds } from "../../../kit/time/instant.ts";
import { endpoint } from "../../endpoint.ts";
import { ledgerErrors } from "../../ledger/index.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import { decimal, mutation, seconds } from "../../shapes.ts";
import { requireChange } from "../../subaccounts/index.ts";
import { DRIVETIME_OPTIONS, drivetimeOption } from "../core/drivetime.ts";
import { BILLING_CURRENCY } from "../core/packages.ts";
import type { BillingDeps } from "../deps.ts";
import { billingErrors } from "../errors.ts";

const balance = Type.Integer({ minimum: 0, description: "Seconds that can be used" });

const offer = Type.Object({
  balance_seconds: balance,
  used_seconds: Type.Integer({ minimum: 0 }),
  expires_at: Type.Union([seconds, Type.Null()], { description: "Null while there is none" }),
  options: Type.Array(Type.Object({ id: Type.String(), seconds, price: decimal, currency: Type.String() })),
});

export const addDrivetime = endpoint({
  id: "billing.addDrivetime",
  method: ["GET", "POST"],
  path: "/subscriptions/add-drivetime",
  auth: "owner",
  summary: "Buy run time in advance, or see what there is",
  description:
    "Drivetime lets strategies run longer than the plan's maximum duration. A run that reaches it takes a minute after the " +
    "other while it runs, not while it is paused or stopped; a minute that has begun counts whole. When nothing is left, the " +
    "run ends as at its duration. With `id`, one of the options is bought, which needs full access; without it they are shown. " +
    "It can be used for a year after the last purchase.",
  input: { params: Type.Object({ id: Type.Optional(Type.String({ maxLength: 40, description: "Of an option" })) }) },
  output: json(Type.Union([offer, mutation({ balance_seconds: balance })])),
  errors: [billingErrors.noDrivetime, billingErrors.tooMuchDrivetime, ledgerErrors.insufficient],
  examples: [
    { name: "the options" },
    { name: "a day more", query: { id: "day" } },
    { name: "no such option", query: { id: "eternity" }, status: 404 },
  ],

  async run({ billing, clock }: BillingDeps & ClockDeps, { input: { params }, actor }) {
    const at = clock.now();
    if (params.id === undefined) {
      const { balanceSeconds, usedSeconds, expiresAt } = await billing.readDrivetime(actor.ownerUid, at);
      return {
        balance_seconds: balanceSeconds,
        used_seconds: usedSeconds,
        expires_at: expiresAt === undefined ? null : toSeconds(expiresAt),
        options: DRIVETIME_OPTIONS.map((each) => ({
          id: each.id,
          seconds: each.seconds,
          price: formatAmount(each.price),
          currency: BILLING_CURRENCY,
        })),
      };
    }
    requireChange(actor, { id: "billing.addDrivetime", auth: "ownerChange" });
    const option = drivetimeOption(params.id);
    if (option === undefined) throw billingErrors.noDrivetime({ id: params.id });
    const { balanceSeconds } = await billing.buyDrivetime({ ownerUid: actor.ownerUid, uid: actor.uid, at }, option);
    return {
      status: true as const,
      id: option.id,
      message: "The drivetime was added",
      balance_seconds: balanceSeconds,
    };
  },
});
