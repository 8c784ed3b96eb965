import { Type } from "typebox";
import { hashSecret } from "../../../kit/auth/hash-secret.ts";
import { json } from "../../../kit/endpoint/output.ts";
import { networkOf } from "../../../kit/limits/network-of.ts";
import { accountErrors, spendAttempt } from "../../accounts/index.ts";
import { endpoint } from "../../endpoint.ts";
import type { ClockDeps, LimiterDeps } from "../../platform-deps.ts";
import { emailAddress } from "../../validation.ts";
import type { SignUpModeDeps, SignupDeps } from "../deps.ts";
import { signupErrors } from "../errors.ts";
import { invitationCode, referralCode } from "../shapes.ts";

export const requestSignUp = endpoint({
  id: "signup.requestSignUp",
  method: "POST",
  path: "/user/sign-up/request",
  auth: "visitor",
  summary: "Have a mail sent that makes an account",
  description:
    "Answers the same whether the address has an account or not. The mail to a new address holds a token for " +
    "`/user/sign-up/confirm`; before that, no account exists. An address gets at most five such mails in a day.",
  input: {
    params: Type.Object({
      email: emailAddress,
      invitation: Type.Optional(invitationCode),
      referral_code: Type.Optional(referralCode),
    }),
  },
  output: json(Type.Object({ status: Type.Literal(true), message: Type.String() })),
  errors: [
    signupErrors.off,
    signupErrors.invitationNeeded,
    signupErrors.badInvitation,
    signupErrors.badReferralCode,
    accountErrors.tooManyAttempts,
  ],
  examples: [
    { name: "where sign-up is off", body: { email: "ada@example.com" }, status: 403 },
    { name: "an invalid address", body: { email: "ada" }, status: 422 },
  ],
  beyondSpec: true,

  async run(deps: SignupDeps & SignUpModeDeps & LimiterDeps & ClockDeps, { input: { params }, actor }) {
    const { signups, signUpMode, limiter } = deps;
    const { email } = params;
    if (signUpMode === "off") throw signupErrors.off();
    await spendAttempt(limiter, `sign-up:${networkOf(actor.address)}`);
    await spendAttempt(limiter, `sign-up:${hashSecret(email.toLowerCase()).toString("base64url")}`);
    const invitationId = await findInvitation(deps, params.invitation);
    const referredBy = await findReferrer(deps, params.referral_code);
    await signups.ask({
      email,
      ...(invitationId === undefined ? {} : { invitationId }),
      ...(referredBy === undefined ? {} : { referredBy }),
    });
    return { status: true as const, message: "If the address can have an account, a mail is on its way" };
  },
});

async function findInvitation(
  { signups, signUpMode, clock }: SignupDeps & SignUpModeDeps & ClockDeps,
  code: string | undefined,
): Promise<number | undefined> {
  if (code === undefined) {
    if (signUpMode === "invited") throw signupErrors.invitationNeeded();
    return undefined;
  }
  const id = await signups.findInvitation(hashSecret(code), clock.now());
  if (id === undefined) throw signupErrors.badInvitation();
  return id;
}

async function findReferrer({ signups }: SignupDeps, code: string | undefined): Promise<number | undefined> {
  if (code === undefined) return undefined;
  const uid = await signups.findReferrer(code);
  if (uid === undefined) throw signupErrors.badReferralCode({ code });
  return uid;
}
