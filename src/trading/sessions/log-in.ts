/** Logging in: throttled, and in the same time and words whether there is such a user or not. */
import { csrfToken } from "../../kit/auth/csrf-token.ts";
import { hashSecret } from "../../kit/auth/hash-secret.ts";
import { networkOf } from "../../kit/limits/network-of.ts";
import { plusMillis } from "../../kit/time/instant.ts";
import { HOUR_MS } from "../../kit/time/spans.ts";
import {
  checkSecondFactor,
  loginMail,
  NOBODYS_HASH,
  spendAttempt,
  verifyPassword,
  type PasswordProofDeps,
  type SecondFactorDeps,
  type User,
} from "../accounts/index.ts";
import type { ClockDeps, RandomDeps } from "../platform-deps.ts";
import { TOKEN_BYTES } from "./core/session-token.ts";
import { sessionErrors } from "./errors.ts";
import type { SessionDeps, SessionRuleDeps } from "./deps.ts";
import type { Session } from "./store.ts";

/** The dependencies of beginning a session. */
export type BeginDeps = SessionDeps & SessionRuleDeps & RandomDeps & ClockDeps;

/** What a login reads, counts and opens. */
export type LogInDeps = BeginDeps & PasswordProofDeps & SecondFactorDeps;

export interface LoginAttempt {
  /** Username or mail address. */
  readonly login: string;
  readonly password: string;
  readonly code?: string | undefined;
  readonly recovery_code?: string | undefined;
  readonly address: string;
  readonly userAgent: string;
}

export interface LoggedIn {
  readonly session: Session;
  readonly user: User;
  /** For the cookie. It is stored as a hash only. */
  readonly token: string;
  readonly csrfToken: string;
}

/**
 * In a quarter of an hour. People share addresses, but not names. All ways to write a name are counted as one, such as those
 * with letters that the database takes for the same. The mail address of a main account is another name: were both counted
 * as one, attempts at the one would tell whose the other is. Codes of the second factor are counted by their user: who has
 * the password learns nothing by that.
 */
const PER_ADDRESS = 60;
const PER_NAME = 10;

/**
 * Begins a session.
 *
 * @throws sessionErrors.wrongLogin, sessionErrors.codeNeeded, sessionErrors.wrongCode, accountErrors.tooManyAttempts
 */
export async function logIn(deps: LogInDeps, attempt: LoginAttempt): Promise<LoggedIn> {
  const user = await deps.accounts.findByLogin(attempt.login);
  const { bucket, origin } = await spendLogin(deps, attempt, user);
  const isPassword = await verifyPassword(user?.passwordHash ?? NOBODYS_HASH, attempt.password);
  if (!user || !isPassword || !user.isActive) {
    await recordFailure(deps, attempt, user);
    throw sessionErrors.wrongLogin();
  }
  const codes = `login-code:${user.uid}${origin}`;
  const isCode = attempt.code !== undefined || attempt.recovery_code !== undefined;
  if (user.hasTwoFactor && isCode) await spendOrRecord(deps, attempt, user, codes, PER_NAME);
  const factor = await checkSecondFactor(deps, user.uid, attempt);
  if (factor === "missing") throw sessionErrors.codeNeeded();
  if (factor === "wrong") {
    await recordFailure(deps, attempt, user);
    throw sessionErrors.wrongCode();
  }
  // A user who knows all of it is not locked out by the attempts of others.
  for (const kind of [bucket, codes]) await deps.limiter.blockFor(`trading:attempts:${kind}`, 0);
  return beginSession(deps, attempt, user, factor === "passed");
}

/**
 * Counts the attempt, by the network of the address and by the name. From an address that the user has
 * logged in from before, a name has attempts of its own: otherwise any caller could lock any user out. Answers the bucket
 * of the name, and what such an address adds to a bucket.
 */
async function spendLogin(deps: LogInDeps, attempt: LoginAttempt, user: User | undefined) {
  const isKnown = await deps.sessions.isKnownAddress(user?.uid ?? null, attempt.address);
  const network = networkOf(attempt.address);
  const origin = isKnown ? `:${network}` : "";
  const name = await deps.accounts.readLoginName(attempt.login);
  const bucket = `login:${hashSecret(name).toString("base64url")}${origin}`;
  await spendOrRecord(deps, attempt, user, `login:${network}`, PER_ADDRESS);
  await spendOrRecord(deps, attempt, user, bucket, PER_NAME);
  return { bucket, origin };
}

/** Counts an attempt, and notes in the history where there were too many. */
async function spendOrRecord(
  { limiter, sessions, clock }: LogInDeps,
  { address, userAgent }: LoginAttempt,
  user: User | undefined,
  kind: string,
  requests: number,
): Promise<void> {
  try {
    await spendAttempt(limiter, kind, requests);
  } catch (error) {
    const uid = user?.uid ?? null;
    const sample = `blocked:${uid ?? "nobody"}:${networkOf(address)}`;
    await sessions.record({ uid, address, userAgent, method: "web", result: "blocked", sample, at: clock.now() });
    throw error;
  }
}

async function recordFailure(deps: LogInDeps, attempt: LoginAttempt, user: User | undefined): Promise<void> {
  const { address, userAgent } = attempt;
  const at = deps.clock.now();
  await deps.sessions.record({ uid: user?.uid ?? null, address, userAgent, method: "web", result: "failed", at });
}

/** Begins a session of a user who has proved everything that is needed. */
export async function beginSession(
  deps: BeginDeps,
  from: Pick<LoginAttempt, "address" | "userAgent">,
  user: User,
  showedSecondFactor: boolean,
): Promise<LoggedIn> {
  const { sessions, random, clock, sessionRules } = deps;
  const { address, userAgent } = from;
  const token = Buffer.from(random.bytes(TOKEN_BYTES)).toString("base64url");
  const at = clock.now();
  const session = await sessions.open({
    user,
    tokenHash: hashSecret(token),
    address,
    userAgent,
    at,
    expiresAt: plusMillis(at, sessionRules.maxHours * HOUR_MS),
    showedSecondFactor,
    mail: loginMail(user.username, { address, userAgent }, at),
  });
  return { session, user, token, csrfToken: csrfToken("trading", token) };
}
