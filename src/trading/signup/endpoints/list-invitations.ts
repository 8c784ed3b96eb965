import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { rowsOf } from "../../page.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import { pageOf, paging } from "../../shapes.ts";
import type { SignupDeps } from "../deps.ts";
import { invitation, viewInvitation } from "../shapes.ts";

export const listInvitations = endpoint({
  id: "signup.listInvitations",
  method: ["GET", "POST"],
  path: "/user/invitations/list",
  auth: "owner",
  summary: "The account's own invitations",
  description: "Newest first, without their codes. Those that ended are listed for 400 days.",
  input: { params: Type.Object(paging) },
  output: json(pageOf("invitations", invitation)),
  errors: [],
  examples: [
    { name: "the newest", query: { limit: "5" } },
    { name: "no such page", query: { pagenumber: "0" }, status: 422 },
  ],
  beyondSpec: true,

  async run({ signups, clock }: SignupDeps & ClockDeps, { input: { params }, actor }) {
    const { pagenumber } = params;
    const page = rowsOf(params);
    const { invitations, total } = await signups.listInvitations(actor.uid, page);
    const now = clock.now();
    const views = invitations.map((each) => viewInvitation(each, now));
    return { invitations: views, page: pagenumber, showing: views.length, total };
  },
});
