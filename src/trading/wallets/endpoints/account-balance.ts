import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import type { MarketDeps } from "../../market/index.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import type { WalletDeps } from "../deps.ts";
import { viewWallet, walletBalance } from "../views.ts";

export const accountBalance = endpoint({
  id: "wallets.accountBalance",
  method: ["GET", "POST"],
  path: "/user/account-balance",
  auth: "user",
  permission: "finance",
  summary: "The account's holdings",
  description:
    "All wallets of the account. `usd_value` is what `balance` is worth by the rates of system/rates; null for a currency " +
    "without one.",
  input: {},
  output: json(Type.Array(walletBalance)),
  errors: [],
  examples: [{ name: "all wallets", query: {} }],

  async run({ wallets, market, clock }: WalletDeps & MarketDeps & ClockDeps, { actor }) {
    const now = clock.now();
    const all = await wallets.listWallets(actor.ownerUid, now);
    return all.map((wallet) => viewWallet(wallet, market.usdRate(wallet.currency), now));
  },
});
