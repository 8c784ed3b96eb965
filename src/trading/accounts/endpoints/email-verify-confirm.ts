import { Type } from "typebox";
import { hashSecret } from "../../../kit/auth/hash-secret.ts";
import { json } from "../../../kit/endpoint/output.ts";
import { networkOf } from "../../../kit/limits/network-of.ts";
import { endpoint } from "../../endpoint.ts";
import type { ClockDeps, LimiterDeps } from "../../platform-deps.ts";
import type { UserTokenDeps } from "../deps.ts";
import { accountErrors } from "../errors.ts";
import { spendAttempt } from "../prove.ts";
import { linkToken } from "../shapes.ts";

export const emailVerifyConfirm = endpoint({
  id: "accounts.emailVerifyConfirm",
  method: "POST",
  path: "/user/email/verify/confirm",
  auth: "visitor",
  summary: "Verify an address by what was mailed to it",
  input: { params: Type.Object({ token: linkToken }) },
  output: json(Type.Object({ status: Type.Literal(true), message: Type.String() })),
  errors: [accountErrors.badToken, accountErrors.tooManyAttempts],
  examples: [{ name: "an unknown token", body: { token: "A".repeat(43) }, status: 422 }],
  beyondSpec: true,

  async run({ userTokens, limiter, clock }: UserTokenDeps & LimiterDeps & ClockDeps, { input: { params }, actor }) {
    await spendAttempt(limiter, `link:${networkOf(actor.address)}`);
    if (!(await userTokens.verifyEmail(hashSecret(params.token), clock.now()))) throw accountErrors.badToken();
    return { status: true as const, message: "The address is verified" };
  },
});
