import { Type } from "typebox";
import { job } from "../../../kit/jobs/job.ts";
import { mailSignUpLink, type SignUpLinkDeps } from "../mail-sign-up-link.ts";

const uid = Type.Integer({ minimum: 1 });

/** Done in the background, so that asking takes the same time whether the address has an account or not. */
export const mailSignUpLinkJob = job({
  name: "trading.mailSignUpLink",
  about: "Mails a link to make an account to the address that was given, or a notice if the address has an account.",
  input: Type.Object({
    email: Type.String({ minLength: 3, maxLength: 254 }),
    invitationId: Type.Optional(uid),
    referredBy: Type.Optional(uid),
  }),
  retry: { maxAttempts: 5 },
  timeoutMs: 30_000,

  run: (deps: SignUpLinkDeps, request) => mailSignUpLink(deps, request),
});
