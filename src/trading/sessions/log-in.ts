/** Logging in: throttled, and in the same time and words whether there is such a user or not. */
import { hashSecret } from "../../kit/auth/hash-secret.ts";
import { plusMillis } from "../../kit/time/instant.ts";
import {
  checkSecondFactor,
  loginMail,
  NOBODYS_HASH,
  spendAttempt,
  verifyPassword,
  type User,
} from "../accounts/index.ts";
import { csrfToken, TOKEN_BYTES } from "./core/session-token.ts";
import { sessionErrors } from "./errors.ts";
import type { Session, SessionDeps } from "./store.ts";

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

const HOUR_MS = 3_600_000;
/** In a quarter of an hour. People share addresses, but not names. */
const PER_ADDRESS = 60;
const PER_NAME = 10;

/**
 * Begins a session.
 *
 * @throws sessionErrors.wrongLogin, sessionErrors.codeNeeded, sessionErrors.wrongCode, accountErrors.tooManyAttempts
 */
export async function logIn(deps: SessionDeps, attempt: LoginAttempt): Promise<LoggedIn> {
  const user = await deps.accounts.findByLogin(attempt.login);
  const bucket = await spendLogin(deps, attempt, user);
  const isPassword = await verifyPassword(user?.passwordHash ?? NOBODYS_HASH, attempt.password);
  if (!user || !isPassword || !user.isActive) {
    await recordFailure(deps, attempt, user);
    throw sessionErrors.wrongLogin();
  }
  const factor = await checkSecondFactor(deps, user.uid, attempt);
  if (factor === "missing") throw sessionErrors.codeNeeded();
  if (factor === "wrong") {
    await recordFailure(deps, attempt, user);
    throw sessionErrors.wrongCode();
  }
  // Whoever knows it all is not to be kept out by the attempts of others.
  await deps.limiter.blockFor(bucket, 0);
  return openSession(deps, attempt, user);
}

/**
 * Counts the attempt, by the address and by the name as it was typed. From an address that the user has logged in from
 * before, a name has attempts of its own: else anybody could lock anybody out. Answers the bucket of the name.
 */
async function spendLogin(deps: SessionDeps, attempt: LoginAttempt, user: User | undefined): Promise<string> {
  const { limiter, sessions, clock } = deps;
  const { address, userAgent } = attempt;
  const isKnown = await sessions.isKnownAddress(user?.uid ?? null, address);
  const name = `login:${hashSecret(attempt.login.toLowerCase()).toString("base64url")}${isKnown ? `:${address}` : ""}`;
  try {
    await spendAttempt(limiter, `login:${address}`, PER_ADDRESS);
    await spendAttempt(limiter, name, PER_NAME);
  } catch (error) {
    const uid = user?.uid ?? null;
    const sample = `blocked:${uid ?? "nobody"}:${address}`;
    await sessions.record({ uid, address, userAgent, method: "web", result: "blocked", sample, at: clock.now() });
    throw error;
  }
  return `trading:attempts:${name}`;
}

async function recordFailure(deps: SessionDeps, attempt: LoginAttempt, user: User | undefined): Promise<void> {
  const { address, userAgent } = attempt;
  const at = deps.clock.now();
  await deps.sessions.record({ uid: user?.uid ?? null, address, userAgent, method: "web", result: "failed", at });
}

async function openSession(deps: SessionDeps, attempt: LoginAttempt, user: User): Promise<LoggedIn> {
  const { sessions, random, clock, sessionRules } = deps;
  const { address, userAgent } = attempt;
  const token = Buffer.from(random.bytes(TOKEN_BYTES)).toString("base64url");
  const at = clock.now();
  const session = await sessions.open({
    user,
    tokenHash: hashSecret(token),
    address,
    userAgent,
    at,
    expiresAt: plusMillis(at, sessionRules.maxHours * HOUR_MS),
    mail: loginMail(user.username, { address, userAgent }, at),
  });
  return { session, user, token, csrfToken: csrfToken(token) };
}
