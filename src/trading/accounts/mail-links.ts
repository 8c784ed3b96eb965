/** Links that are mailed: to verify an address, to change it, to set a new password. Each counts once, and for a while. */
import { hashSecret } from "../../kit/auth/hash-secret.ts";
import { plusMillis } from "../../kit/time/instant.ts";
import { HOUR_MS, DAY_MS } from "../../kit/time/spans.ts";
import { changeEmailMail, emailChangeAskedMail, resetMail, verifyMail } from "./core/mails.ts";
import type { MailLinkDeps } from "./deps.ts";
import type { NewToken, TokenPurpose } from "./store.ts";
import type { Person } from "./user.ts";

/** What jobs of accounts are given. */
export interface AccountJobDeps extends MailLinkDeps {
  /** Forgets what is too old to be kept. */
  readonly trimAccounts: () => Promise<void>;
}

const TOKEN_BYTES = 32;
/** Between two links of one kind: nobody's mailbox is filled by asking again and again. */
export const PAUSE_SECONDS = 120;

/** Mails links to the users who may have been meant. Run twice at the same time, it mails once. */
export async function mailResetLinks(deps: MailLinkDeps, login: string): Promise<void> {
  for (const person of await deps.userTokens.findForReset(login)) await mailLink(deps, person, "resetPassword");
}

/** Mails the link that verifies the user's address. False when one was mailed within two minutes. */
export function mailVerifyLink(deps: MailLinkDeps, person: Person): Promise<boolean> {
  return mailLink(deps, person, "verifyEmail");
}

/** Mails the link that confirms another address there, and a notice to the present one. False as above. */
export function mailChangeLink(deps: MailLinkDeps, person: Person, newEmail: string): Promise<boolean> {
  const notice = emailChangeAskedMail(person.username, newEmail, deps.clock.now());
  return mailLink(deps, person, "changeEmail", { email: newEmail, notice });
}

const LINKS = {
  verifyEmail: { page: "verify-email", mailOf: verifyMail, keptMs: DAY_MS },
  changeEmail: { page: "change-email", mailOf: changeEmailMail, keptMs: DAY_MS },
  resetPassword: { page: "reset-password", mailOf: resetMail, keptMs: HOUR_MS },
} as const satisfies Record<TokenPurpose, object>;

async function mailLink(
  { userTokens, random, clock, consoleUrl }: MailLinkDeps,
  person: Person,
  purpose: TokenPurpose,
  elsewhere?: NewToken["elsewhere"],
): Promise<boolean> {
  const at = clock.now();
  const token = Buffer.from(random.bytes(TOKEN_BYTES)).toString("base64url");
  const { page, mailOf, keptMs } = LINKS[purpose];
  // Behind the number sign, where no server and no log ever sees it.
  const link = consoleUrl === undefined ? undefined : `${consoleUrl}#${page}=${token}`;
  const mail = mailOf(person.username, token, link);
  const made = { person, purpose, tokenHash: hashSecret(token), mail, at, expiresAt: plusMillis(at, keptMs) };
  return userTokens.issue({ ...made, ...(elsewhere ? { elsewhere } : {}) }, plusMillis(at, -PAUSE_SECONDS * 1000));
}
