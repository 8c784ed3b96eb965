import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { mutation } from "../../shapes.ts";
import { emailAddress } from "../../validation.ts";
import type { MailLinkDeps, PasswordProofDeps, SecondFactorDeps } from "../deps.ts";
import { accountErrors } from "../errors.ts";
import { mailChangeLink, PAUSE_SECONDS } from "../mail-links.ts";
import { provePassword, proveSecondFactor, requireSession } from "../prove.ts";
import { password, secondFactorCodes } from "../shapes.ts";

export const emailChangeRequest = endpoint({
  id: "accounts.emailChangeRequest",
  method: "POST",
  path: "/user/email/change/request",
  auth: "change",
  summary: "Begin with another mail address",
  description:
    "A link goes to the new address, and a notice to the present one, which stays in force until the link is confirmed. " +
    "The link counts for one day, and in place of earlier ones.",
  input: { params: Type.Object({ email: emailAddress, password, ...secondFactorCodes }) },
  output: json(mutation({})),
  errors: [
    accountErrors.sessionNeeded,
    accountErrors.wrongPassword,
    accountErrors.codeNeeded,
    accountErrors.wrongCode,
    accountErrors.sameEmail,
    accountErrors.tooManyAttempts,
    accountErrors.noNewMail,
  ],
  examples: [
    { name: "with a key", body: { email: "ada@example.com", password: "not asked for" }, status: 403 },
    { name: "an invalid address", body: { email: "ada", password: "not asked for" }, status: 422 },
  ],
  beyondSpec: true,

  async run(deps: PasswordProofDeps & SecondFactorDeps & MailLinkDeps, { input: { params }, actor }) {
    requireSession(actor);
    const user = await provePassword(deps, actor.uid, params.password);
    if (params.email === user.email) throw accountErrors.sameEmail();
    await proveSecondFactor(deps, user.uid, params);
    if (!(await mailChangeLink(deps, user, params.email))) {
      throw accountErrors.noNewMail({}, { headers: { "Retry-After": String(PAUSE_SECONDS) } });
    }
    const message = "A mail is on its way to the new address: open its link to confirm";
    return { status: true as const, id: String(user.uid), message };
  },
});
