import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import { id, mutation } from "../../shapes.ts";
import type { WalletDeps } from "../deps.ts";
import { APPROVE_ERRORS, takeStep } from "../step-answer.ts";
import { reviewedWithdrawal, viewReviewed } from "../views.ts";

export const adminApprove = endpoint({
  id: "wallets.adminApprove",
  method: ["GET", "POST"],
  path: "/wallets/admin/approve",
  auth: "provenAdmin",
  summary: "Approve a withdrawal",
  description:
    "Where much leaves an account, a second admin is needed. An admin cannot approve a withdrawal of the own account, nor " +
    "of an account that this admin has credited with the currency. Approving again changes nothing.",
  input: { params: Type.Object({ id }) },
  output: json(mutation({ withdrawal: reviewedWithdrawal })),
  errors: APPROVE_ERRORS,
  examples: [{ name: "one that is not there", body: { id: "999999999" }, status: 404 }],
  beyondSpec: true,

  async run({ wallets, clock }: WalletDeps & ClockDeps, { input: { params }, actor }) {
    const step = { kind: "approve", by: { uid: actor.uid, ownerUid: actor.ownerUid } } as const;
    const { withdrawal } = await takeStep(wallets, params.id, step, { at: clock.now() });
    const isHalf = withdrawal.state === "half_approved";
    return {
      status: true as const,
      id: params.id,
      message: isHalf ? "Another admin must approve this withdrawal too" : "The withdrawal is approved and can be sent",
      withdrawal: viewReviewed(withdrawal),
    };
  },
});
