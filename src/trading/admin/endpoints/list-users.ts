import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { id } from "../../shapes.ts";
import type { UserAdminDeps } from "../deps.ts";
import { role, seenUser, status, viewUser } from "../shapes.ts";

export const listUsers = endpoint({
  id: "admin.listUsers",
  method: "POST",
  path: "/user/admin/list",
  auth: "provenAdmin",
  summary: "List the users of the platform",
  description: "Main accounts and sub-accounts in the order of their uids, by pages: send `next` as `after`.",
  input: {
    params: Type.Object({
      search: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 100,
          description: "Part of the username, name or mail address, or the uid",
        }),
      ),
      role: Type.Optional(role),
      status: Type.Optional(status),
      account: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 1e15, description: "Only this main account with its sub-accounts" }),
      ),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50, description: "Users on a page" })),
      after: Type.Optional({ ...id, description: "`next` of the page before" }),
    }),
  },
  output: json(
    Type.Object({
      users: Type.Array(seenUser),
      next: Type.Union([id, Type.Null()], { description: "What to send as `after`; null on the last page" }),
    }),
  ),
  errors: [],
  examples: [
    { name: "all", body: {} },
    { name: "staff named ada", body: { search: "ada", role: "support" } },
    { name: "a page that is too long", body: { limit: 1000 }, status: 422 },
  ],
  beyondSpec: true,

  async run({ userAdmin }: UserAdminDeps, { input: { params } }) {
    const { search, role: asRole, status: inStatus, account: ownerUid, limit = 50, after = "0" } = params;
    const filter = { search, role: asRole, status: inStatus, ownerUid };
    // One more than is shown, to know whether there is a next page.
    const found = await userAdmin.list(filter, { limit: limit + 1, after: Number(after) });
    const users = found.slice(0, limit).map(viewUser);
    return { users, next: found.length > limit ? (users.at(-1)?.uid ?? null) : null };
  },
});
