import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import { id, mutation } from "../../shapes.ts";
import type { WalletDeps } from "../deps.ts";
import { STEP_ERRORS, takeStep } from "../step-answer.ts";
import { viewWithdrawal, withdrawTransfer } from "../views.ts";

export const cancelWithdraw = endpoint({
  id: "wallets.cancelWithdraw",
  method: ["GET", "POST"],
  path: "/wallets/cancel-withdraw",
  auth: "ownerChange",
  summary: "Call a withdrawal back",
  description: "Only while it waits for its review. Amount and fee can be used again at once.",
  input: { params: Type.Object({ id }) },
  output: json(mutation({ withdraw: withdrawTransfer })),
  errors: STEP_ERRORS,
  examples: [
    { name: "the first one", body: { id: "1" } },
    { name: "one that is not there", body: { id: "999999999" }, status: 404 },
  ],
  beyondSpec: true,

  async run({ wallets, clock }: WalletDeps & ClockDeps, { input: { params }, actor }) {
    const step = { kind: "cancel", by: { uid: actor.uid, ownerUid: actor.ownerUid } } as const;
    const { withdrawal } = await takeStep(wallets, params.id, step, { at: clock.now(), ownerUid: actor.ownerUid });
    return {
      status: true as const,
      id: params.id,
      message: "The withdrawal is canceled",
      withdraw: viewWithdrawal(withdrawal),
    };
  },
});
