/** Mails to an address that a person wants to sign up with. */
import type { MailText } from "../../accounts/index.ts";

export function signUpMail(token: string, link: string | undefined): MailText {
  const how = link === undefined ? `Enter this code in the console:\n\n${token}` : `Open this address:\n\n${link}`;
  return {
    subject: "Verify your address to sign up",
    text: [
      "This address was given to make an account. To go on, verify the address.",
      how,
      "The link works once, within one day. If you did not ask for an account, ignore this mail: no account has been made.\n",
    ].join("\n\n"),
  };
}

/** To the verified address of an account. */
export function hasAccountMail(username: string): MailText {
  return {
    subject: "You have an account already",
    text: [
      `This address was given to make an account, but it belongs to the account ${username} already.`,
      "Log in with that name or this address. If you lost the password, ask for a new one at the login.",
      "If you did not ask for an account, ignore this mail. Nothing was changed.\n",
    ].join("\n\n"),
  };
}
