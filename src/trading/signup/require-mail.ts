import { UserError } from "../../kit/errors/user-error.ts";
import type { SignUpMode } from "./settings.ts";

/** @throws UserError when people may sign up, and no mail can be sent: the mail that makes the account would never come */
export function requireMail({
  signUp,
  smtpUrl,
}: {
  readonly signUp: SignUpMode;
  readonly smtpUrl?: string | undefined;
}): void {
  if (signUp === "off" || smtpUrl !== undefined) return;
  throw new UserError(
    `TRIPOD_TRADING_SIGN_UP is ${signUp}, but TRIPOD_TRADING_SMTP_URL names no mail server. An account is made by a link that is ` +
      "mailed: name a mail server, or switch sign-up off.",
  );
}
