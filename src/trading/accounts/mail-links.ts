/** Links that are mailed: to verify an address, to change it, to set a new password. Each counts once, and for a while. */
import { hashSecret } from "../../kit/auth/hash-secret.ts";
import type { Random } from "../../kit/ids/ids.ts";
import type { Clock } from "../../kit/time/clock.ts";
import { plusMillis } from "../../kit/time/instant.ts";
import { changeEmailMail, emailChangeAskedMail, resetMail, verifyMail } from "./core/mails.ts";
import type { AccountDeps, NewToken, TokenPurpose, TokenStore } from "./store.ts";
import type { Person } from "./user.ts";

/** What jobs of accounts are given. */
export interface AccountJobDeps {
  readonly userTokens: TokenStore;
  readonly random: Random;
  readonly clock: Clock;
  readonly consoleUrl: string | undefined;
  /** Forgets what is too old to be kept. */
  readonly trimAccounts: () => Promise<void>;
}

type LinkDeps = Pick<AccountDeps, "userTokens" | "random" | "clock" | "consoleUrl">;

const TOKEN_BYTES = 32;
const HOUR_MS = 3_600_000;
/** Between two links of one kind: nobody's mailbox is filled by asking again and again. */
export const PAUSE_SECONDS = 120;

/** Mails links to whoever may have been meant. Run twice at once, it mails once. */
export async function mailResetLinks(deps: LinkDeps, login: string): Promise<void> {
  for (const person of await deps.userTokens.findForReset(login)) await mailLink(deps, person, "resetPassword");
}

/** Mails the link that verifies the user's address. False when one was mailed within two minutes. */
export function mailVerifyLink(deps: LinkDeps, person: Person): Promise<boolean> {
  return mailLink(deps, person, "verifyEmail");
}

/** Mails the link that confirms another address there, and a notice to the present one. False as above. */
export function mailChangeLink(deps: LinkDeps, person: Person, newEmail: string): Promise<boolean> {
  const notice = emailChangeAskedMail(person.username, newEmail, deps.clock.now());
  return mailLink(deps, person, "changeEmail", { email: newEmail, notice });
}

const LINKS = {
  verifyEmail: { page: "verify-email", mailOf: verifyMail, keptMs: 24 * HOUR_MS },
  changeEmail: { page: "change-email", mailOf: changeEmailMail, keptMs: 24 * HOUR_MS },
  resetPassword: { page: "reset-password", mailOf: resetMail, keptMs: HOUR_MS },
} as const satisfies Record<TokenPurpose, object>;

async function mailLink(
  { userTokens, random, clock, consoleUrl }: LinkDeps,
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
