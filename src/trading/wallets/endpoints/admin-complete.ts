import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import { id, mutation } from "../../shapes.ts";
import type { WalletDeps } from "../deps.ts";
import { COMPLETE_ERRORS, takeStep } from "../step-answer.ts";
import { reviewedWithdrawal, txidText, viewReviewed } from "../views.ts";

export const adminComplete = endpoint({
  id: "wallets.adminComplete",
  method: ["GET", "POST"],
  path: "/wallets/admin/complete",
  auth: "provenAdmin",
  summary: "Say that a withdrawal was sent",
  description:
    "With the id of the transaction that sent it. What was reserved leaves the account for good. The program itself sends " +
    "nothing: it holds no private key. One transaction completes one withdrawal, unless `batch` says that it has paid several.",
  input: {
    params: Type.Object({
      id,
      txid: txidText,
      batch: Type.Optional(Type.Boolean({ description: "The transaction has paid other withdrawals too" })),
    }),
  },
  output: json(mutation({ withdrawal: reviewedWithdrawal })),
  errors: COMPLETE_ERRORS,
  examples: [
    { name: "one that is not there", body: { id: "999999999", txid: "ab".repeat(32) }, status: 404 },
    { name: "without a transaction", body: { id: "999999999" }, status: 422 },
  ],
  beyondSpec: true,

  async run({ wallets, clock }: WalletDeps & ClockDeps, { input: { params }, actor }) {
    const by = { uid: actor.uid, ownerUid: actor.ownerUid };
    const step = { kind: "complete", by, txid: params.txid, isBatch: params.batch ?? false } as const;
    const { withdrawal } = await takeStep(wallets, params.id, step, { at: clock.now() });
    return {
      status: true as const,
      id: params.id,
      message: "The withdrawal is completed",
      withdrawal: viewReviewed(withdrawal),
    };
  },
});
