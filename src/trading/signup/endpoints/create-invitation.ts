import { Type } from "typebox";
import { hashSecret } from "../../../kit/auth/hash-secret.ts";
import { json } from "../../../kit/endpoint/output.ts";
import { plusMillis } from "../../../kit/time/instant.ts";
import { DAY_MS } from "../../../kit/time/spans.ts";
import { endpoint } from "../../endpoint.ts";
import type { ClockDeps, RandomDeps } from "../../platform-deps.ts";
import { mutation, NOT_BLANK } from "../../shapes.ts";
import type { SignUpModeDeps, SignupDeps } from "../deps.ts";
import { signupErrors } from "../errors.ts";
import { invitation, invitationCode, viewInvitation } from "../shapes.ts";

const CODE_BYTES = 16;

export const createInvitation = endpoint({
  id: "signup.createInvitation",
  method: "POST",
  path: "/user/invitations/create",
  auth: "ownerChange",
  summary: "Make an invitation",
  description:
    "For staff, and for main accounts with the right to invite. The code is shown in this answer and never again; it makes " +
    "one account, which counts as a referral of a main account that invited it. An invitation counts only while its maker " +
    "may invite.",
  input: {
    params: Type.Object({
      label: Type.String({
        minLength: 2,
        maxLength: 100,
        pattern: NOT_BLANK,
        description: "To tell invitations apart",
      }),
      days: Type.Optional(Type.Integer({ minimum: 1, maximum: 90, default: 14, description: "How long it counts" })),
    }),
  },
  output: json(mutation({ code: invitationCode, invitation })),
  errors: [signupErrors.off, signupErrors.mayNotInvite, signupErrors.tooManyInvitations],
  examples: [
    { name: "where sign-up is off", body: { label: "a friend" }, status: 403 },
    { name: "without a label", body: {}, status: 422 },
  ],
  beyondSpec: true,

  async run(
    { signups, signUpMode, random, clock }: SignupDeps & SignUpModeDeps & RandomDeps & ClockDeps,
    { input: { params }, actor },
  ) {
    if (signUpMode === "off") throw signupErrors.off();
    const code = Buffer.from(random.bytes(CODE_BYTES)).toString("base64url");
    const at = clock.now();
    const expiresAt = plusMillis(at, (params.days ?? 14) * DAY_MS);
    const made = await signups.invite({
      inviterUid: actor.uid,
      codeHash: hashSecret(code),
      label: params.label,
      at,
      expiresAt,
    });
    const message = "Keep the code: it is not shown again";
    return { status: true as const, id: String(made.id), message, code, invitation: viewInvitation(made, at) };
  },
});
