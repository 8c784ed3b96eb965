import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { rowsOf } from "../../page.ts";
import { pageOf, paging } from "../../shapes.ts";
import type { WalletDeps } from "../deps.ts";
import { doubtfulDeposit, viewDoubtful } from "../views.ts";

export const adminListDoubtfulDeposits = endpoint({
  id: "wallets.adminListDoubtfulDeposits",
  method: ["GET", "POST"],
  path: "/wallets/admin/list-doubtful-deposits",
  auth: "admin",
  summary: "Credited deposits that are no longer in their chain",
  description:
    "Their accounts cannot withdraw while they are listed. One that is lost for good is taken back; where the balance was too low for " +
    "that, `needs_review` is true, and it is tried again until it succeeds or the deposit comes back.",
  input: { params: Type.Object({ ...paging }) },
  output: json(pageOf("deposits", doubtfulDeposit)),
  errors: [],
  examples: [
    { name: "the newest", query: {} },
    { name: "a page that is too long", query: { limit: "5000" }, status: 422 },
  ],
  beyondSpec: true,

  async run({ wallets }: WalletDeps, { input: { params } }) {
    const { pagenumber } = params;
    const { items, total } = await wallets.listDoubtful(rowsOf(params));
    return { deposits: items.map(viewDoubtful), page: pagenumber, showing: items.length, total };
  },
});
