import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { viewWallet, walletBalance } from "../views.ts";

export const accountBalance = endpoint({
  id: "wallets.accountBalance",
  method: ["GET", "POST"],
  path: "/user/account-balance",
  auth: "user",
  permission: "finance",
  summary: "What the account holds",
  description: "All wallets of the account. `usd_value` is null: no rates are known.",
  input: {},
  output: json(Type.Array(walletBalance)),
  errors: [],
  examples: [{ name: "all wallets", query: {} }],

  async run({ wallets, clock }, { actor }) {
    const now = clock.now();
    const all = await wallets.listWallets(actor.ownerUid, now);
    return all.map((wallet) => viewWallet(wallet, now));
  },
});
