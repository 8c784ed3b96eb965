import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { formatAmount, parseAmount } from "../../../kit/money/amount.ts";
import { endpoint } from "../../endpoint.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import { amount, mutation } from "../../shapes.ts";
import type { LedgerDeps } from "../deps.ts";
import { ledgerErrors } from "../errors.ts";
import { adminChanged, adminReason, adminReference, currencyCode } from "../records.ts";

/** A deposit that came another way, or the correction of one. */
export const adminCredit = endpoint({
  id: "ledger.adminCredit",
  method: "POST",
  path: "/finance/admin/credit",
  auth: "provenAdmin",
  summary: "Credit an account by hand",
  description:
    "Enters a deposit that came another way, or with `kind` `correction` takes back what was credited by mistake. Posted once " +
    "for each reference, and noted in the account's trail with the reason. An admin cannot credit the own account, and " +
    "another admin than the one who credited approves withdrawals of the currency.",
  input: {
    params: Type.Object({
      uid: Type.Integer({ minimum: 1, maximum: 1e15, description: "A main account" }),
      currency: currencyCode,
      amount,
      kind: Type.Enum(["deposit", "correction"], { default: "deposit", description: "Whether it gives or takes" }),
      reference: adminReference,
      reason: adminReason,
    }),
  },
  output: json(mutation(adminChanged)),
  errors: [
    ledgerErrors.ownCredit,
    ledgerErrors.unknownCurrency,
    ledgerErrors.noAccount,
    ledgerErrors.nothing,
    ledgerErrors.referenceTaken,
    ledgerErrors.insufficient,
  ],
  examples: [
    {
      name: "a deposit",
      body: { uid: 2_000_001, currency: "USDT", amount: "250", reference: "bank-1009", reason: "Bank transfer 1009" },
    },
    {
      name: "a correction of more than there is",
      body: {
        uid: 2_000_001,
        currency: "BTC",
        amount: "1000000",
        kind: "correction",
        reference: "bank-1010",
        reason: "Entered twice",
      },
      status: 422,
    },
    {
      name: "of nothing",
      body: { uid: 2_000_001, currency: "USDT", amount: "0", reference: "bank-1011", reason: "Bank transfer 1011" },
      status: 422,
    },
    {
      name: "the same reference with another amount",
      body: { uid: 2_000_001, currency: "USDT", amount: "251", reference: "bank-1009", reason: "Bank transfer 1009" },
      status: 409,
    },
    {
      name: "no such account",
      body: { uid: 1, currency: "USDT", amount: "1", reference: "bank-1012", reason: "Bank transfer 1012" },
      status: 404,
    },
  ],
  beyondSpec: true,

  async run({ ledger, clock }: LedgerDeps & ClockDeps, { input: { params }, actor }) {
    const { uid, currency, kind, reference, reason } = params;
    const units = parseAmount(params.amount);
    if (units === 0n) throw ledgerErrors.nothing();
    const admin = { uid: actor.uid, ownerUid: actor.ownerUid };
    const change = { admin, ownerUid: uid, currency, amount: units, kind, reference, reason };
    const changed = await ledger.credit({ ...change, at: clock.now() });
    return {
      status: true as const,
      id: String(changed.entryId),
      message: changed.outcome === "posted" ? "The account is credited" : "The account was credited before",
      uid: String(uid),
      currency,
      amount: formatAmount(changed.amount),
      balance: formatAmount(changed.balance),
    };
  },
});
