import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { pageOf, paging } from "../../shapes.ts";
import { depositTransfer, viewDeposit } from "../views.ts";

export const listDepoists = endpoint({
  id: "wallets.listDepoists",
  method: ["GET", "POST"],
  path: "/finance/list-depoists",
  auth: "user",
  permission: "finance",
  summary: "Deposits from block chains",
  description:
    "Newest first. `pending`: it waits for confirmations, or its block has left the chain; `completed`: it is credited; " +
    "`failed`: it has vanished from the chain; `rejected`: it was below the minimum.",
  input: { params: Type.Object({ ...paging }) },
  output: json(pageOf("deposits", depositTransfer)),
  errors: [],
  examples: [
    { name: "the newest", body: {} },
    { name: "a page that is too long", body: { limit: 5000 }, status: 422 },
  ],

  async run({ wallets }, { input: { params }, actor }) {
    const { limit, pagenumber } = params;
    const { items, total } = await wallets.listDeposits(actor.ownerUid, { limit, offset: (pagenumber - 1) * limit });
    return { deposits: items.map(viewDeposit), page: pagenumber, showing: items.length, total };
  },
});
