import { Type } from "typebox";
import { hashSecret } from "../../../kit/auth/hash-secret.ts";
import { json } from "../../../kit/endpoint/output.ts";
import { networkOf } from "../../../kit/limits/network-of.ts";
import {
  accountErrors,
  hashPassword,
  linkToken,
  newPassword,
  newUsername,
  personName,
  passwordProblem,
  spendAttempt,
} from "../../accounts/index.ts";
import { endpoint } from "../../endpoint.ts";
import type { ClockDeps, LimiterDeps } from "../../platform-deps.ts";
import { mutation } from "../../shapes.ts";
import type { SignUpModeDeps, SignupDeps } from "../deps.ts";
import { signupErrors } from "../errors.ts";

export const confirmSignUp = endpoint({
  id: "signup.confirmSignUp",
  method: "POST",
  path: "/user/sign-up/confirm",
  auth: "visitor",
  summary: "Make an account by what was mailed",
  description:
    "The address of the mail is the account's, and verified. The person who opens the mail chooses name and password. " +
    "After a refusal for the username or the password, the token can be sent again.",
  input: {
    params: Type.Object({
      token: linkToken,
      username: newUsername,
      name: personName,
      password: newPassword,
    }),
  },
  output: json(mutation({ uid: Type.Integer() })),
  errors: [
    signupErrors.off,
    signupErrors.invitationNeeded,
    signupErrors.badInvitation,
    signupErrors.emailInUse,
    accountErrors.badToken,
    accountErrors.usernameTaken,
    accountErrors.weakPassword,
    accountErrors.tooManyAttempts,
  ],
  examples: [
    {
      name: "where sign-up is off",
      body: { token: "A".repeat(43), username: "ada.lovelace", name: "Ada Lovelace", password: "correct horse 1" },
      status: 403,
    },
  ],
  beyondSpec: true,

  async run(
    { signups, signUpMode, limiter, clock }: SignupDeps & SignUpModeDeps & LimiterDeps & ClockDeps,
    { input: { params }, actor },
  ) {
    if (signUpMode === "off") throw signupErrors.off();
    await spendAttempt(limiter, `link:${networkOf(actor.address)}`);
    const tokenHash = hashSecret(params.token);
    if (!(await signups.isPending(tokenHash, clock.now()))) throw accountErrors.badToken();
    const problem = passwordProblem(params.password, params.username);
    if (problem !== undefined) throw accountErrors.weakPassword({ problem });
    const passwordHash = await hashPassword(params.password);
    const uid = await signups.createAccount({
      tokenHash,
      username: params.username,
      name: params.name.trim(),
      passwordHash,
      isInvitationNeeded: signUpMode === "invited",
      at: clock.now(),
    });
    return { status: true as const, id: String(uid), message: "The account is made. Log in with it", uid };
  },
});
