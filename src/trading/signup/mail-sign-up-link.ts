/** Mails the link that makes an account. */
import { hashSecret } from "../../kit/auth/hash-secret.ts";
import { plusMillis } from "../../kit/time/instant.ts";
import { DAY_MS } from "../../kit/time/spans.ts";
import { mailVerifyLink, type MailLinkDeps } from "../accounts/index.ts";
import { hasAccountMail, signUpMail } from "./core/mails.ts";
import type { SignupDeps } from "./deps.ts";
import type { SignUpRequest } from "./store.ts";

/** The needs of mailing such a link, or one that verifies an address. */
export type SignUpLinkDeps = SignupDeps & MailLinkDeps;

const TOKEN_BYTES = 32;
const KEPT_MS = DAY_MS;

/** Run twice in a short time, it mails once. */
export async function mailSignUpLink(deps: SignUpLinkDeps, request: SignUpRequest): Promise<void> {
  const { signups, random, clock, consoleUrl } = deps;
  const at = clock.now();
  const token = Buffer.from(random.bytes(TOKEN_BYTES)).toString("base64url");
  // Behind the number sign, which browsers do not send to any server.
  const link = consoleUrl === undefined ? undefined : `${consoleUrl}#sign-up=${token}`;
  const mail = signUpMail(token, link);
  const expiresAt = plusMillis(at, KEPT_MS);
  const issued = await signups.issue({ ...request, tokenHash: hashSecret(token), mail, hasAccountMail, at, expiresAt });
  // An unverified address receives nothing but its verification.
  if (issued.kind === "unverified") await mailVerifyLink(deps, issued.person);
}
