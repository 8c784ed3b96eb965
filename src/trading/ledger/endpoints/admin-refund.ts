import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { formatAmount, parseAmount } from "../../../kit/money/amount.ts";
import { endpoint } from "../../endpoint.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import { amount, mutation } from "../../shapes.ts";
import type { LedgerDeps } from "../deps.ts";
import { ledgerErrors } from "../errors.ts";
import { adminChanged, adminReason, adminReference } from "../records.ts";

/** Gives a charge back to the account that paid it. */
export const adminRefund = endpoint({
  id: "ledger.adminRefund",
  method: "POST",
  path: "/finance/admin/refund",
  auth: "provenAdmin",
  summary: "Give back a charge",
  description:
    "Gives back a charge to who paid it, in part or whole; all refunds of a charge together never more than it was. Posted " +
    "once for each reference, and noted in the account's trail with the reason. Nothing is given back to a closed account, " +
    "because its owner could not reach the money.",
  input: {
    params: Type.Object({
      refund_of: Type.String({
        minLength: 1,
        maxLength: 200,
        description: "Reference of the charge, as lists show it",
      }),
      amount: Type.Optional(Type.String({ ...amount, description: "Without: all that is left" })),
      reference: adminReference,
      reason: adminReason,
    }),
  },
  output: json(mutation(adminChanged)),
  errors: [
    ledgerErrors.noEntry,
    ledgerErrors.ownRefund,
    ledgerErrors.nothing,
    ledgerErrors.notRefundable,
    ledgerErrors.closedAccount,
    ledgerErrors.refundTooLarge,
    ledgerErrors.referenceTaken,
    ledgerErrors.insufficient,
  ],
  examples: [
    {
      name: "half of an invoice",
      body: { refund_of: "invoice:1", amount: "0.5", reference: "ticket-77", reason: "Half a month without a server" },
    },
    {
      name: "more than is left",
      body: { refund_of: "invoice:1", amount: "1000000", reference: "ticket-78", reason: "As agreed" },
      status: 422,
    },
    {
      name: "a deposit",
      body: { refund_of: "credit:bank-1009", reference: "ticket-79", reason: "As agreed" },
      status: 422,
    },
    {
      name: "of nothing",
      body: { refund_of: "invoice:1", amount: "0", reference: "ticket-80", reason: "As agreed" },
      status: 422,
    },
    {
      name: "the same reference with another amount",
      body: { refund_of: "invoice:1", amount: "0.25", reference: "ticket-77", reason: "As agreed" },
      status: 409,
    },
    {
      name: "no such charge",
      body: { refund_of: "invoice:none", reference: "ticket-81", reason: "As agreed" },
      status: 404,
    },
  ],
  beyondSpec: true,

  async run({ ledger, clock }: LedgerDeps & ClockDeps, { input: { params }, actor }) {
    const { refund_of: refundOf, reference, reason } = params;
    const units = params.amount === undefined ? undefined : parseAmount(params.amount);
    if (units === 0n) throw ledgerErrors.nothing();
    const admin = { uid: actor.uid, ownerUid: actor.ownerUid };
    const change = { admin, refundOf, amount: units, reference, reason, at: clock.now() };
    const changed = await ledger.refund(change);
    return {
      status: true as const,
      id: String(changed.entryId),
      message: changed.outcome === "posted" ? "The charge is given back" : "The charge was given back before",
      uid: String(changed.ownerUid),
      currency: changed.currency,
      amount: formatAmount(changed.amount),
      balance: formatAmount(changed.balance),
    };
  },
});
