import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import type { LimiterDeps } from "../../platform-deps.ts";
import { mutation } from "../../shapes.ts";
import type { AccountDeps, MailLinkDeps } from "../deps.ts";
import { accountErrors } from "../errors.ts";
import { mailVerifyLink } from "../mail-links.ts";
import { requireUser, spendAttempt } from "../prove.ts";

export const emailVerifyRequest = endpoint({
  id: "accounts.emailVerifyRequest",
  method: "POST",
  path: "/user/email/verify/request",
  auth: "change",
  summary: "Have a mail sent that verifies the address",
  input: { params: Type.Object({}) },
  output: json(mutation({})),
  errors: [accountErrors.emailVerified, accountErrors.tooManyAttempts],
  examples: [{ name: "a mail", body: {} }],
  beyondSpec: true,

  async run(deps: AccountDeps & MailLinkDeps & LimiterDeps, { actor }) {
    await spendAttempt(deps.limiter, `verify:${actor.uid}`);
    const user = await requireUser(deps.accounts, actor.uid);
    if (user.emailVerifiedAt !== null) throw accountErrors.emailVerified();
    const isNew = await mailVerifyLink(deps, user);
    const message = isNew ? "A mail is on its way" : accountErrors.noNewMail.spec.says;
    return { status: true as const, id: String(user.uid), message };
  },
});
