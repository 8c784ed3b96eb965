import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { id, mutation } from "../../shapes.ts";
import { walletErrors } from "../errors.ts";

export const removeWithdrawAddress = endpoint({
  id: "wallets.removeWithdrawAddress",
  method: ["GET", "POST"],
  path: "/wallets/remove-withdraw-address",
  auth: "ownerChange",
  summary: "Take an address from the whitelist of withdrawals",
  description: "It can no longer be used at once. A whitelist that was emptied holds for as long as a new entry waits.",
  input: { params: Type.Object({ id }) },
  output: json(mutation({})),
  errors: [walletErrors.noAllowedAddress],
  examples: [{ name: "one that is not there", body: { id: "999999999" }, status: 404 }],
  beyondSpec: true,

  async run({ wallets, clock, withdrawAddressWaitMs }, { input: { params }, actor }) {
    const { ownerUid, uid } = actor;
    const entry = { ownerUid, uid, id: Number(params.id), at: clock.now(), waitMs: withdrawAddressWaitMs };
    if (!(await wallets.disallow(entry))) throw walletErrors.noAllowedAddress({ id: params.id });
    return { status: true as const, id: params.id, message: "The address is no longer on the whitelist" };
  },
});
