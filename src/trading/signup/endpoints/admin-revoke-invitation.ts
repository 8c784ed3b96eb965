import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import { id, mutation, NOT_BLANK } from "../../shapes.ts";
import type { SignupDeps } from "../deps.ts";
import { signupErrors } from "../errors.ts";

export const adminRevokeInvitation = endpoint({
  id: "signup.adminRevokeInvitation",
  method: "POST",
  path: "/user/admin/revoke-invitation",
  auth: "provenAdmin",
  summary: "End an open invitation of any account",
  description:
    "The trail of the account that invited names the admin and the reason. A link that was mailed by it ends too.",
  input: {
    params: Type.Object({
      id,
      reason: Type.String({
        minLength: 3,
        maxLength: 400,
        pattern: NOT_BLANK,
        description: "Why: the account that invited can read it",
      }),
    }),
  },
  output: json(mutation({})),
  errors: [signupErrors.noOpenInvitation],
  examples: [{ name: "one that is not there", body: { id: "404", reason: "Posted in a forum" }, status: 404 }],
  beyondSpec: true,

  async run({ signups, clock }: SignupDeps & ClockDeps, { input: { params }, actor }) {
    const by = { uid: actor.uid, reason: params.reason };
    const isRevoked = await signups.revokeAnyInvitation(Number(params.id), by, clock.now());
    if (!isRevoked) throw signupErrors.noOpenInvitation({ id: params.id });
    return { status: true as const, id: params.id, message: "The invitation was revoked" };
  },
});
