import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { rowsOf } from "../../page.ts";
import { pageOf, paging } from "../../shapes.ts";
import type { WalletDeps } from "../deps.ts";
import { depositTransfer, viewDeposit } from "../views.ts";

export const listDepoists = endpoint({
  id: "wallets.listDepoists",
  method: ["GET", "POST"],
  path: "/finance/list-depoists",
  auth: "user",
  permission: "finance",
  summary: "Deposits from block chains, and those credited by hand",
  description:
    "Newest first. `pending`: it waits for confirmations, or its block has left the chain; `completed`: it is credited; " +
    "`failed`: it has vanished from the chain; `rejected`: it was below the minimum. A deposit that was credited by hand " +
    "has the network `manual`, and no transaction.",
  input: { params: Type.Object({ ...paging }) },
  output: json(pageOf("deposits", depositTransfer)),
  errors: [],
  examples: [
    { name: "the newest", body: {} },
    { name: "a page that is too long", body: { limit: 5000 }, status: 422 },
  ],

  async run({ wallets }: WalletDeps, { input: { params }, actor }) {
    const { pagenumber } = params;
    const { items, total } = await wallets.listDeposits(actor.ownerUid, rowsOf(params));
    return { deposits: items.map(viewDeposit), page: pagenumber, showing: items.length, total };
  },
});
