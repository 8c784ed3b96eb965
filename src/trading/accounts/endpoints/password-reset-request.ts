import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { networkOf } from "../../../kit/limits/network-of.ts";
import { endpoint } from "../../endpoint.ts";
import type { LimiterDeps } from "../../platform-deps.ts";
import type { UserTokenDeps } from "../deps.ts";
import { accountErrors } from "../errors.ts";
import { spendAttempt } from "../prove.ts";

export const passwordResetRequest = endpoint({
  id: "accounts.passwordResetRequest",
  method: "POST",
  path: "/user/password/reset-request",
  auth: "visitor",
  summary: "Have a mail sent that sets a new password",
  description: "Answers the same whether there is such a user or not.",
  input: {
    params: Type.Object({
      login: Type.String({ minLength: 1, maxLength: 320, description: "Username or mail address" }),
    }),
  },
  output: json(Type.Object({ status: Type.Literal(true), message: Type.String() })),
  errors: [accountErrors.tooManyAttempts],
  examples: [{ name: "nobody", body: { login: "nobody@example.com" } }],
  beyondSpec: true,

  async run({ userTokens, limiter }: UserTokenDeps & LimiterDeps, { input: { params }, actor }) {
    await spendAttempt(limiter, `reset:${networkOf(actor.address)}`);
    await userTokens.askReset(params.login);
    return { status: true as const, message: "If there is such a user, a mail is on its way" };
  },
});
