import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { rowsOf } from "../../page.ts";
import { pageOf } from "../../shapes.ts";
import { broadcast, broadcastPaging, viewBroadcast } from "../broadcast.ts";
import type { SubaccountDeps } from "../deps.ts";

export const broadcastList = endpoint({
  id: "subaccounts.broadcastList",
  method: ["GET", "POST"],
  path: "/subaccounts/broadcast-list",
  auth: "owner",
  summary: "Messages sent to the sub-accounts",
  input: { params: Type.Object(broadcastPaging) },
  output: json(pageOf("broadcasts", broadcast)),
  errors: [],
  examples: [
    { name: "the newest", body: { limit: 5 } },
    { name: "a page that is too long", body: { limit: 5000 }, status: 422 },
  ],

  async run({ subaccounts }: SubaccountDeps, { input: { params }, actor }) {
    const { pagenumber } = params;
    const { entries, total } = await subaccounts.listBroadcasts(actor.ownerUid, rowsOf(params));
    return { broadcasts: entries.map(viewBroadcast), page: pagenumber, showing: entries.length, total };
  },
});
