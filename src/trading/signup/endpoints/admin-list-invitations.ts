import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import { id } from "../../shapes.ts";
import type { SignupDeps } from "../deps.ts";
import { accountInvitation, viewInvitation } from "../shapes.ts";

export const adminListInvitations = endpoint({
  id: "signup.adminListInvitations",
  method: "POST",
  path: "/user/admin/list-invitations",
  auth: "provenAdmin",
  summary: "List the invitations of all accounts",
  description: "Newest first, without their codes, by pages: send `next` as `before`.",
  input: {
    params: Type.Object({
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50, description: "Entries on a page" })),
      before: Type.Optional({ ...id, description: "`next` of the page before" }),
    }),
  },
  output: json(
    Type.Object({
      invitations: Type.Array(accountInvitation),
      next: Type.Union([id, Type.Null()], { description: "What to send as `before`; null on the last page" }),
    }),
  ),
  errors: [],
  examples: [
    { name: "the newest", body: {} },
    { name: "a page that is too long", body: { limit: 1000 }, status: 422 },
  ],
  beyondSpec: true,

  async run({ signups, clock }: SignupDeps & ClockDeps, { input: { params } }) {
    const { limit = 50, before } = params;
    const page = { limit: limit + 1, ...(before === undefined ? {} : { before: Number(before) }) };
    const found = await signups.listAllInvitations(page);
    const now = clock.now();
    const invitations = found.slice(0, limit).map((each) => ({
      ...viewInvitation(each, now),
      uid: String(each.inviterUid),
      username: each.inviter,
    }));
    return { invitations, next: found.length > limit ? (invitations.at(-1)?.id ?? null) : null };
  },
});
