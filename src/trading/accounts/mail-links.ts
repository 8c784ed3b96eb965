/** Links that are mailed: to verify an address, to change it, to set a new password. Each counts once, and for a while. */
import { hashSecret } from "../../kit/auth/hash-secret.ts";
import { plusMillis, type Instant } from "../../kit/time/instant.ts";
import { HOUR_MS, DAY_MS } from "../../kit/time/spans.ts";
import { changeEmailMail, emailChangeAskedMail, resetMail, verifyMail } from "./core/mails.ts";
import type { MailLinkDeps } from "./deps.ts";
import type { NewToken, TokenPurpose } from "./store.ts";
import type { Person } from "./user.ts";

/** The dependencies of the jobs of accounts. */
export interface AccountJobDeps extends MailLinkDeps {
  /** Forgets what is too old to be kept. */
  readonly trimAccounts: () => Promise<void>;
}

const TOKEN_BYTES = 32;
/** The time between two links of one kind, so that repeated requests do not fill a mailbox. */
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

/** A link that an admin has issued, with which a user sets a password: for one day. */
export interface IssuedLink {
  readonly token: string;
  /** Undefined where it is not known where the console is served. */
  readonly url: string | undefined;
  readonly tokenHash: Buffer;
  readonly at: Instant;
  readonly expiresAt: Instant;
}

export function makePasswordLink({ random, clock, consoleUrl }: Omit<MailLinkDeps, "userTokens">): IssuedLink {
  const at = clock.now();
  const token = newToken(random);
  const url = linkTo(consoleUrl, LINKS.resetPassword.page, token);
  return { token, url, tokenHash: hashSecret(token), at, expiresAt: plusMillis(at, DAY_MS) };
}

function newToken(random: MailLinkDeps["random"]): string {
  return Buffer.from(random.bytes(TOKEN_BYTES)).toString("base64url");
}

/** The secret is behind the number sign, where no server and no log ever sees it. */
function linkTo(consoleUrl: string | undefined, page: string, token: string): string | undefined {
  return consoleUrl === undefined ? undefined : `${consoleUrl}#${page}=${token}`;
}

async function mailLink(
  { userTokens, random, clock, consoleUrl }: MailLinkDeps,
  person: Person,
  purpose: TokenPurpose,
  elsewhere?: NewToken["elsewhere"],
): Promise<boolean> {
  const at = clock.now();
  const token = newToken(random);
  const { page, mailOf, keptMs } = LINKS[purpose];
  const link = linkTo(consoleUrl, page, token);
  const mail = mailOf(person.username, token, link);
  const made = { person, purpose, tokenHash: hashSecret(token), mail, at, expiresAt: plusMillis(at, keptMs) };
  return userTokens.issue({ ...made, ...(elsewhere ? { elsewhere } : {}) }, plusMillis(at, -PAUSE_SECONDS * 1000));
}
