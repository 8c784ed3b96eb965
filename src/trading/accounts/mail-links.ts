/** Links that are mailed: to verify an address, to set a new password. Each counts once, and for a while. */
import { hashSecret } from "../../kit/auth/hash-secret.ts";
import type { Random } from "../../kit/ids/ids.ts";
import type { Clock } from "../../kit/time/clock.ts";
import { plusMillis } from "../../kit/time/instant.ts";
import { resetMail, verifyMail } from "./core/mails.ts";
import type { AccountDeps, TokenPurpose, TokenStore } from "./store.ts";
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
const VERIFY_MS = 24 * HOUR_MS;
const RESET_MS = HOUR_MS;
/** Nobody's mailbox is filled by asking again and again. */
const PAUSE_MS = 120_000;

/** Mails links to whoever may have been meant. Run twice at once, it mails once. */
export async function mailResetLinks(deps: LinkDeps, login: string): Promise<void> {
  for (const person of await deps.userTokens.findForReset(login)) await mailLink(deps, person, "resetPassword");
}

/** Mails the link that verifies the user's address. False when one was mailed within two minutes. */
export function mailVerifyLink(deps: LinkDeps, person: Person): Promise<boolean> {
  return mailLink(deps, person, "verifyEmail");
}

async function mailLink(
  { userTokens, random, clock, consoleUrl }: LinkDeps,
  person: Person,
  purpose: TokenPurpose,
): Promise<boolean> {
  const at = clock.now();
  const token = Buffer.from(random.bytes(TOKEN_BYTES)).toString("base64url");
  const isReset = purpose === "resetPassword";
  const page = isReset ? "reset-password" : "verify-email";
  // Behind the number sign, where no server and no log ever sees it.
  const link = consoleUrl === undefined ? undefined : `${consoleUrl}#${page}=${token}`;
  const mail = (isReset ? resetMail : verifyMail)(person.username, token, link);
  const expiresAt = plusMillis(at, isReset ? RESET_MS : VERIFY_MS);
  const tokenHash = hashSecret(token);
  return userTokens.issue({ person, purpose, tokenHash, mail, at, expiresAt }, plusMillis(at, -PAUSE_MS));
}
