import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { toSeconds } from "../../../kit/time/instant.ts";
import { endpoint } from "../../endpoint.ts";
import { rowsOf } from "../../page.ts";
import { id, pageOf, paging, seconds } from "../../shapes.ts";
import type { SubaccountDeps } from "../deps.ts";
import { subaccountErrors } from "../errors.ts";

const access = Type.Object(
  {
    id,
    subaccount_id: id,
    username: Type.String(),
    ip: Type.String(),
    country: Type.Union([Type.String(), Type.Null()], { description: "Always null: addresses are not looked up" }),
    user_agent: Type.String(),
    method: Type.Enum(["web", "api"]),
    result: Type.Enum(["success", "failed", "blocked"]),
    time_created: seconds,
  },
  { title: "SubaccountAccess" },
);

export const subaccountAccessHistory = endpoint({
  id: "subaccounts.subaccountAccessHistory",
  method: ["GET", "POST"],
  path: "/subaccounts/subaccount-access-history",
  auth: "owner",
  summary: "When and from where sub-accounts came in",
  description: "Of all, deleted ones included, or of one.",
  input: { params: Type.Object({ ...paging, id: Type.Optional(id) }) },
  output: json(pageOf("access", access)),
  errors: [subaccountErrors.notFound],
  examples: [
    { name: "of all", query: { limit: "5" } },
    { name: "no sub-account of this account", query: { id: "1" }, status: 404 },
  ],

  async run({ subaccounts }: SubaccountDeps, { input: { params }, actor }) {
    const { pagenumber } = params;
    const uid = params.id === undefined ? undefined : Number(params.id);
    const found = await subaccounts.accesses(actor.ownerUid, uid, rowsOf(params));
    if (!found) throw subaccountErrors.notFound({ id: params.id ?? "" });
    const shown = found.entries.map((entry) => ({
      id: String(entry.id),
      subaccount_id: String(entry.uid),
      username: entry.username,
      ip: entry.address,
      country: entry.country,
      user_agent: entry.userAgent,
      method: entry.method,
      result: entry.result,
      time_created: toSeconds(entry.createdAt),
    }));
    return { access: shown, page: pagenumber, showing: shown.length, total: found.total };
  },
});
