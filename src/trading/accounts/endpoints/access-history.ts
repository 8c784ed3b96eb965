import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { toSeconds } from "../../../kit/time/instant.ts";
import { endpoint } from "../../endpoint.ts";
import { rowsOf } from "../../page.ts";
import { id, pageOf, paging, seconds } from "../../shapes.ts";
import type { AccountDeps } from "../deps.ts";

const access = Type.Object(
  {
    id,
    ip: Type.String(),
    country: Type.Union([Type.String(), Type.Null()], { description: "Always null: addresses are not looked up" }),
    user_agent: Type.String(),
    method: Type.Union([Type.Literal("web"), Type.Literal("api")]),
    result: Type.Union([Type.Literal("success"), Type.Literal("failed"), Type.Literal("blocked")]),
    time_created: seconds,
  },
  { title: "Access" },
);

export const accessHistory = endpoint({
  id: "accounts.accessHistory",
  method: ["GET", "POST"],
  path: "/user/access-history",
  auth: "user",
  summary: "Logins, and uses of API keys",
  description: "Newest first. Each login; of the uses of a key from one address, the first of each hour.",
  input: { params: Type.Object(paging) },
  output: json(pageOf("access", access)),
  errors: [],
  examples: [
    { name: "the newest", body: { limit: 5 } },
    { name: "a page that is too long", body: { limit: 5000 }, status: 422 },
  ],

  async run({ accounts }: AccountDeps, { input: { params }, actor }) {
    const { pagenumber } = params;
    const { accesses, total } = await accounts.listAccesses(actor.uid, rowsOf(params));
    const views = accesses.map((each) => ({
      id: String(each.id),
      ip: each.address,
      country: each.country,
      user_agent: each.userAgent,
      method: each.method,
      result: each.result,
      time_created: toSeconds(each.at),
    }));
    return { access: views, page: pagenumber, showing: views.length, total };
  },
});
