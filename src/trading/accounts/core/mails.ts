/** The mails that the platform sends to users about their accounts. */
import { formatInstant, type Instant } from "../../../kit/time/instant.ts";
import { maskEmail } from "./mask-email.ts";

export interface MailText {
  readonly subject: string;
  readonly text: string;
}

/** From where something was done. */
export interface Origin {
  readonly address: string;
  readonly userAgent: string;
}

const NOT_YOU = "If that was not you, change your password at once and look at your sessions and API keys.";

const NOT_ASKED = "If you did not ask for that, write to support at once.";

export function loginMail(username: string, { address, userAgent }: Origin, at: Instant): MailText {
  return mail(
    "New login to your account",
    `There was a login to the account ${username} from a place that was not seen before.`,
    `When: ${formatInstant(at)}\nAddress: ${address}\nProgram: ${userAgent === "" ? "unknown" : userAgent}`,
    NOT_YOU,
  );
}

export function verifyMail(username: string, token: string, link: string | undefined): MailText {
  return mail(
    "Verify your address",
    `This address was given for the account ${username}.`,
    tokenLine(token, link),
    "The link is valid for one day and works once. If this was not you, ignore this mail.",
  );
}

export function resetMail(username: string, token: string, link: string | undefined): MailText {
  return mail(
    "Set a new password",
    `A new password was requested for the account ${username}.`,
    tokenLine(token, link),
    "The link is valid for one hour and works once. If this was not you, ignore this mail: your password stays as it is.",
  );
}

export function passwordChangedMail(username: string, at: Instant): MailText {
  return mail(
    "Your password was changed",
    `The password of the account ${username} was changed at ${formatInstant(at)}. Its other sessions have ended. ` +
      "Its API keys go on: revoke those that you do not know.",
    NOT_YOU,
  );
}

/** After the operator set a password. */
export function passwordSetMail(username: string, at: Instant): MailText {
  return mail(
    "Your password was set by the operator",
    `The operator of the platform set a new password for the account ${username} at ${formatInstant(at)}. ` +
      "Its sessions have ended. Its API keys go on.",
    NOT_ASKED,
  );
}

/** After an admin took the password away. */
export function passwordTakenMail(username: string, token: string, link: string | undefined): MailText {
  return mail(
    "Set a new password",
    `An admin of the platform reset the password of the account ${username}. The old password does not work any more, ` +
      "and the sessions of the account have ended. Its API keys go on.",
    tokenLine(token, link),
    `The link is valid for one day and works once. ${NOT_ASKED}`,
  );
}

/** To a user whose account an admin has made. */
export function welcomeMail(username: string, token: string, link: string | undefined): MailText {
  return mail(
    "Your new account",
    `An admin of the platform made the account ${username} for this address. Set its password to log in.`,
    tokenLine(token, link),
    "The link is valid for one day and works once. Later, ask for another link at the login: choose that you lost the password.",
  );
}

/** After the operator removed the second factor. */
export function twoFactorResetMail(username: string, at: Instant): MailText {
  return mail(
    "Your second factor was reset by the operator",
    `The operator of the platform removed the second factor of the account ${username} at ${formatInstant(at)}, and its ` +
      "recovery codes. Its sessions have ended. Set a second factor up again after the next login.",
    NOT_ASKED,
  );
}

export function twoFactorMail(username: string, what: "on" | "off" | "codes", at: Instant): MailText {
  const says = {
    on: "The second factor was turned on",
    off: "The second factor was turned off",
    codes: "New recovery codes were made, and the earlier ones no longer work,",
  }[what];
  return mail(
    "The second factor of your account was changed",
    `${says} for the account ${username} at ${formatInstant(at)}.`,
    NOT_YOU,
  );
}

export function recoveryCodeUsedMail(username: string, left: number, at: Instant): MailText {
  return mail(
    "A recovery code of your account was used",
    `A recovery code of the account ${username} was used at ${formatInstant(at)} in place of the second factor.`,
    `Recovery codes that are left: ${left}`,
    NOT_YOU,
  );
}

/** To the new address. */
export function changeEmailMail(username: string, token: string, link: string | undefined): MailText {
  return mail(
    "Confirm your new address",
    `This address was requested as the new address of the account ${username}.`,
    tokenLine(token, link),
    "The link is valid for one day and works once, only while logged in to that account. If this was not you, ignore this mail.",
  );
}

/** To the present address. */
export function emailChangeAskedMail(username: string, newEmail: string, at: Instant): MailText {
  return mail(
    "Another mail address for your account",
    `At ${formatInstant(at)} the address ${maskEmail(newEmail)} was requested for the account ${username}, with its ` +
      "password. The present address stays in use until the new one is confirmed.",
    NOT_YOU,
  );
}

/** To the address that was. */
export function emailChangedMail(username: string, at: Instant): MailText {
  return mail(
    "Your mail address was changed",
    `The account ${username} has another mail address since ${formatInstant(at)}. Its mails no longer go to this one.`,
    "If that was not you, write to support at once.",
  );
}

export function accountClosedMail(username: string, at: Instant): MailText {
  return mail(
    "Your account was closed",
    `The account ${username} was closed at ${formatInstant(at)}, as you asked. Its sessions and API keys have ended, and ` +
      "your name and address were removed. What was paid is kept for as long as the law asks.",
  );
}

function tokenLine(token: string, link: string | undefined): string {
  return link === undefined ? `Enter this code in the console:\n\n${token}` : `Open this address:\n\n${link}`;
}

function mail(subject: string, ...paragraphs: readonly string[]): MailText {
  return { subject, text: `${paragraphs.join("\n\n")}\n` };
}
