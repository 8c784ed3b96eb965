import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import { id, mutation, NOT_BLANK } from "../../shapes.ts";
import type { WalletDeps } from "../deps.ts";
import { REVIEW_ERRORS, takeStep } from "../step-answer.ts";
import { reviewedWithdrawal, viewReviewed } from "../views.ts";

export const adminReject = endpoint({
  id: "wallets.adminReject",
  method: ["GET", "POST"],
  path: "/wallets/admin/reject",
  auth: "provenAdmin",
  summary: "Reject a withdrawal",
  description:
    "Amount and fee go back to the account, which is shown the reason. One that was approved can be rejected until it is " +
    "completed: never reject what has been sent.",
  input: {
    params: Type.Object({
      id,
      reason: Type.String({ minLength: 3, maxLength: 500, pattern: NOT_BLANK, description: "For the account" }),
    }),
  },
  output: json(mutation({ withdrawal: reviewedWithdrawal })),
  errors: REVIEW_ERRORS,
  examples: [
    { name: "one that is not there", body: { id: "999999999", reason: "The address is not yours." }, status: 404 },
    { name: "without a reason", body: { id: "999999999" }, status: 422 },
  ],
  beyondSpec: true,

  async run({ wallets, clock }: WalletDeps & ClockDeps, { input: { params }, actor }) {
    const by = { uid: actor.uid, ownerUid: actor.ownerUid };
    const step = { kind: "reject", by, reason: params.reason } as const;
    const { withdrawal } = await takeStep(wallets, params.id, step, { at: clock.now() });
    return {
      status: true as const,
      id: params.id,
      message: "The withdrawal is rejected",
      withdrawal: viewReviewed(withdrawal),
    };
  },
});
