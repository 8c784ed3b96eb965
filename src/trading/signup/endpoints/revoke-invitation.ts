import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import { id, mutation } from "../../shapes.ts";
import type { SignupDeps } from "../deps.ts";
import { signupErrors } from "../errors.ts";

export const revokeInvitation = endpoint({
  id: "signup.revokeInvitation",
  method: "POST",
  path: "/user/invitations/revoke",
  auth: "ownerChange",
  summary: "End an open invitation",
  description: "Also where a mail was sent by it already: its link makes no account any more.",
  input: { params: Type.Object({ id }) },
  output: json(mutation({})),
  errors: [signupErrors.invitationNotFound],
  examples: [{ name: "one that is not there", body: { id: "404" }, status: 404 }],
  beyondSpec: true,

  async run({ signups, clock }: SignupDeps & ClockDeps, { input: { params }, actor }) {
    const isRevoked = await signups.revokeInvitation(actor.uid, Number(params.id), clock.now());
    if (!isRevoked) throw signupErrors.invitationNotFound({ id: params.id });
    return { status: true as const, id: params.id, message: "The invitation was revoked" };
  },
});
