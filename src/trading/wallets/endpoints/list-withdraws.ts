import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { rowsOf } from "../../page.ts";
import { pageOf, paging } from "../../shapes.ts";
import type { WalletDeps } from "../deps.ts";
import { viewWithdrawal, withdrawTransfer } from "../views.ts";

export const listWithdraws = endpoint({
  id: "wallets.listWithdraws",
  method: ["GET", "POST"],
  path: "/finance/list-withdraws",
  auth: "user",
  permission: "finance",
  summary: "Withdrawals to block chains",
  description:
    "Newest first. `pending`: it is approved and about to be sent. One that the account canceled is `rejected`.",
  input: { params: Type.Object({ ...paging }) },
  output: json(pageOf("withdraws", withdrawTransfer)),
  errors: [],
  examples: [
    { name: "the newest", query: {} },
    { name: "a page that is too long", query: { limit: "5000" }, status: 422 },
  ],

  async run({ wallets }: WalletDeps, { input: { params }, actor }) {
    const { pagenumber } = params;
    const page = rowsOf(params);
    const { items, total } = await wallets.listWithdrawals(actor.ownerUid, page);
    return { withdraws: items.map(viewWithdrawal), page: pagenumber, showing: items.length, total };
  },
});
