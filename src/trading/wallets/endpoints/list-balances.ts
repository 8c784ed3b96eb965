import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import type { MarketDeps } from "../../market/index.ts";
import { pageOfAll } from "../../page.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import { pageOf, paging } from "../../shapes.ts";
import type { WalletDeps } from "../deps.ts";
import { viewWallet, walletBalance } from "../views.ts";

export const listBalances = endpoint({
  id: "wallets.listBalances",
  method: ["GET", "POST"],
  path: "/wallets/list-balances",
  auth: "user",
  permission: "finance",
  summary: "The account's holdings, wallet by wallet",
  description: "`usd_value` is what `balance` is worth by the rates of system/rates; null for a currency without one.",
  input: { params: Type.Object({ ...paging }) },
  output: json(pageOf("wallets", walletBalance)),
  errors: [],
  examples: [
    { name: "the first", body: {} },
    { name: "a page past the end", body: { pagenumber: 9 } },
    { name: "no page", body: { pagenumber: 0 }, status: 422 },
  ],

  async run({ wallets, market, clock }: WalletDeps & MarketDeps & ClockDeps, { input: { params }, actor }) {
    const { pagenumber } = params;
    const now = clock.now();
    const all = await wallets.listWallets(actor.ownerUid, now);
    const shown = pageOfAll(all, params).map((wallet) => viewWallet(wallet, market.usdRate(wallet.currency), now));
    return { wallets: shown, page: pagenumber, showing: shown.length, total: all.length };
  },
});
