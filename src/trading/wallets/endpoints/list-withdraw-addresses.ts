import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import type { WalletDeps } from "../deps.ts";
import { allowedAddress, viewAllowed } from "../views.ts";

export const listWithdrawAddresses = endpoint({
  id: "wallets.listWithdrawAddresses",
  method: ["GET", "POST"],
  path: "/wallets/list-withdraw-addresses",
  auth: "owner",
  summary: "The whitelist of withdrawals",
  description: "A currency with an entry is withdrawn to its entries only, each from `usable_at` on. At most 100.",
  input: {},
  output: json(Type.Array(allowedAddress)),
  errors: [],
  examples: [{ name: "all", query: {} }],
  beyondSpec: true,

  async run({ wallets }: WalletDeps, { actor }) {
    return (await wallets.listAllowed(actor.ownerUid)).map(viewAllowed);
  },
});
