import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { pageOf, paging } from "../../shapes.ts";
import { viewWallet, walletBalance } from "../views.ts";

export const listBalances = endpoint({
  id: "wallets.listBalances",
  method: ["GET", "POST"],
  path: "/wallets/list-balances",
  auth: "user",
  permission: "finance",
  summary: "What the account holds, wallet by wallet",
  description: "`usd_value` is null: no rates are known.",
  input: { params: Type.Object({ ...paging }) },
  output: json(pageOf("wallets", walletBalance)),
  errors: [],
  examples: [
    { name: "the first", body: {} },
    { name: "a page past the end", body: { pagenumber: 9 } },
    { name: "no page", body: { pagenumber: 0 }, status: 422 },
  ],

  async run({ wallets, clock }, { input: { params }, actor }) {
    const { limit, pagenumber } = params;
    const now = clock.now();
    const all = await wallets.listWallets(actor.ownerUid, now);
    const shown = all.slice((pagenumber - 1) * limit, pagenumber * limit).map((wallet) => viewWallet(wallet, now));
    return { wallets: shown, page: pagenumber, showing: shown.length, total: all.length };
  },
});
