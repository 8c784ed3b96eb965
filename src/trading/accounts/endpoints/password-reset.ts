import { Type } from "typebox";
import { hashSecret } from "../../../kit/auth/hash-secret.ts";
import { json } from "../../../kit/endpoint/output.ts";
import { networkOf } from "../../../kit/limits/network-of.ts";
import { endpoint } from "../../endpoint.ts";
import type { ClockDeps, LimiterDeps } from "../../platform-deps.ts";
import { passwordChangedMail } from "../core/mails.ts";
import { passwordProblem } from "../core/password-problem.ts";
import type { UserTokenDeps } from "../deps.ts";
import { accountErrors } from "../errors.ts";
import { hashPassword } from "../password-hash.ts";
import { spendAttempt } from "../prove.ts";
import { linkToken, newPassword } from "../shapes.ts";

export const passwordReset = endpoint({
  id: "accounts.passwordReset",
  method: "POST",
  path: "/user/password/reset",
  auth: "visitor",
  summary: "Set a new password by what was mailed",
  description: "All sessions end. A second factor is asked for at the next login as before.",
  input: { params: Type.Object({ token: linkToken, new_password: newPassword }) },
  output: json(Type.Object({ status: Type.Literal(true), message: Type.String() })),
  errors: [accountErrors.badToken, accountErrors.weakPassword, accountErrors.tooManyAttempts],
  examples: [
    { name: "an unknown token", body: { token: "A".repeat(43), new_password: "correct horse 1" }, status: 422 },
  ],
  beyondSpec: true,

  async run({ userTokens, limiter, clock }: UserTokenDeps & LimiterDeps & ClockDeps, { input: { params }, actor }) {
    await spendAttempt(limiter, `link:${networkOf(actor.address)}`);
    const tokenHash = hashSecret(params.token);
    const person = await userTokens.find(tokenHash, "resetPassword", clock.now());
    if (!person) throw accountErrors.badToken();
    const problem = passwordProblem(params.new_password, person.username);
    if (problem !== undefined) throw accountErrors.weakPassword({ problem });
    const passwordHash = await hashPassword(params.new_password);
    const at = clock.now();
    const mail = passwordChangedMail(person.username, at);
    const isDone = await userTokens.resetPassword(tokenHash, { person, passwordHash, mail, at });
    if (!isDone) throw accountErrors.badToken();
    return { status: true as const, message: "The password is set. Log in with it. API keys go on" };
  },
});
