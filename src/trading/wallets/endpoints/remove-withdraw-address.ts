import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { accountErrors, proveSecondFactor, secondFactorCodes, type SecondFactorDeps } from "../../accounts/index.ts";
import { endpoint } from "../../endpoint.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import { id, mutation } from "../../shapes.ts";
import type { WalletDeps, WhitelistDeps } from "../deps.ts";
import { walletErrors } from "../errors.ts";

export const removeWithdrawAddress = endpoint({
  id: "wallets.removeWithdrawAddress",
  method: ["GET", "POST"],
  path: "/wallets/remove-withdraw-address",
  auth: "ownerChange",
  summary: "Take an address from the whitelist of withdrawals",
  description:
    "It can no longer be used at once. A whitelist that was emptied holds for as long as a new entry waits. The owner is " +
    "notified by mail. A user with a second factor gives a code of it.",
  input: { params: Type.Object({ id, ...secondFactorCodes }) },
  output: json(mutation({})),
  errors: [
    walletErrors.noAllowedAddress,
    accountErrors.codeNeeded,
    accountErrors.wrongCode,
    accountErrors.tooManyAttempts,
  ],
  examples: [{ name: "one that is not there", body: { id: "999999999" }, status: 404 }],
  beyondSpec: true,

  async run(deps: WalletDeps & WhitelistDeps & SecondFactorDeps & ClockDeps, { input: { params }, actor }) {
    const { wallets, clock, withdrawAddressWaitMs } = deps;
    await proveSecondFactor(deps, actor.uid, params);
    const { ownerUid, uid } = actor;
    const entry = { ownerUid, uid, id: Number(params.id), at: clock.now(), waitMs: withdrawAddressWaitMs };
    if (!(await wallets.disallow(entry))) throw walletErrors.noAllowedAddress({ id: params.id });
    return { status: true as const, id: params.id, message: "The address is no longer on the whitelist" };
  },
});
