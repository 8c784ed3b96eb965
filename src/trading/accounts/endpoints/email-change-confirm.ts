import { Type } from "typebox";
import { hashSecret } from "../../../kit/auth/hash-secret.ts";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import type { ClockDeps, LimiterDeps } from "../../platform-deps.ts";
import { mutation } from "../../shapes.ts";
import { emailChangedMail } from "../core/mails.ts";
import type { AccountDeps, UserTokenDeps } from "../deps.ts";
import { accountErrors } from "../errors.ts";
import { requireSession, requireUser, spendAttempt } from "../prove.ts";
import { linkToken } from "../shapes.ts";

export const emailChangeConfirm = endpoint({
  id: "accounts.emailChangeConfirm",
  method: "POST",
  path: "/user/email/change/confirm",
  auth: "change",
  summary: "Take the new mail address by what was mailed to it",
  description:
    "Needs a session of the same user: a link that reached another user is useless there. Links that were sent to " +
    "the address before stop working, and the old address is notified.",
  input: { params: Type.Object({ token: linkToken }) },
  output: json(mutation({})),
  errors: [accountErrors.sessionNeeded, accountErrors.badToken, accountErrors.tooManyAttempts],
  examples: [{ name: "with a key", body: { token: "A".repeat(43) }, status: 403 }],
  beyondSpec: true,

  async run(
    { accounts, userTokens, limiter, clock }: AccountDeps & UserTokenDeps & LimiterDeps & ClockDeps,
    { input: { params }, actor },
  ) {
    requireSession(actor);
    await spendAttempt(limiter, `link:${actor.uid}`);
    const person = await requireUser(accounts, actor.uid);
    const at = clock.now();
    const mail = emailChangedMail(person.username, at);
    if (!(await userTokens.changeEmail(hashSecret(params.token), { person, mail, at }))) throw accountErrors.badToken();
    return { status: true as const, id: String(person.uid), message: "The new address is yours, and verified" };
  },
});
