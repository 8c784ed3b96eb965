/** Showing, within a session, that it is really the user who asks: by the password, and by the second factor. */
import { hashSecret } from "../../kit/auth/hash-secret.ts";
import { SealError } from "../../kit/auth/seal.ts";
import type { Limiter } from "../../kit/limits/limiter.ts";
import type { Caller } from "../caller.ts";
import type { ClockDeps, SealerDeps } from "../platform-deps.ts";
import { plainRecoveryCode } from "./core/recovery-codes.ts";
import { accountErrors } from "./errors.ts";
import { verifyPassword } from "./password-hash.ts";
import type { AccountDeps, PasswordProofDeps, SecondFactorDeps, TwoFactorDeps } from "./deps.ts";
import { matchingStep } from "./totp.ts";
import { twoFactorRecord } from "./two-factor-record.ts";
import type { User } from "./user.ts";

/** Attempts of one kind that are allowed in a quarter of an hour. */
const ATTEMPTS = 10;
const WINDOW_SECONDS = 900;

/** One of the two, as the user sent them. */
export interface SecondFactorCodes {
  readonly code?: string | undefined;
  readonly recovery_code?: string | undefined;
}

/** @throws accountErrors.tooManyAttempts */
export async function spendAttempt(limiter: Limiter, kind: string, requests: number = ATTEMPTS): Promise<void> {
  const verdict = await limiter.consume({ key: `trading:attempts:${kind}`, requests, windowSeconds: WINDOW_SECONDS });
  if (verdict.allowed) return;
  const seconds = verdict.retryAfterSeconds;
  throw accountErrors.tooManyAttempts({ seconds }, { headers: { "Retry-After": String(seconds) } });
}

/**
 * The session that asks: what ends or opens accounts is not done with a key.
 *
 * @throws accountErrors.sessionNeeded
 */
export function requireSession({ credential }: Caller): number {
  if (credential.kind !== "session") throw accountErrors.sessionNeeded();
  return Number(credential.id);
}

/**
 * Refuses a change of the user's settings where an operation that also reads is not called to read.
 *
 * @throws accountErrors.readOnly, accountErrors.notInPlan
 */
export function checkMayChange({ access, plan }: Pick<Caller, "access" | "plan">): void {
  if (access !== "full_access") throw accountErrors.readOnly();
  if (!plan.limits.user_settings.enabled) throw accountErrors.notInPlan({ plan: plan.name, what: "settings" });
}

/**
 * The user of this uid, whose password it is.
 *
 * @throws accountErrors.wrongPassword, accountErrors.tooManyAttempts
 */
export async function provePassword(
  { accounts, limiter }: PasswordProofDeps,
  uid: number,
  password: string,
): Promise<User> {
  await spendAttempt(limiter, `password:${uid}`);
  const user = await requireUser(accounts, uid);
  if (!(await verifyPassword(user.passwordHash, password))) throw accountErrors.wrongPassword();
  return user;
}

/**
 * The user of a caller, who was there when the request came.
 *
 * @throws accountErrors.gone for one whose account was closed since.
 */
export async function requireUser(accounts: AccountDeps["accounts"], uid: number): Promise<User> {
  const user = await accounts.find(uid);
  if (!user) throw accountErrors.gone();
  return user;
}

/** Checks a code, and uses it up. "off" where the user has no second factor. */
export async function checkSecondFactor(
  { twoFactor, sealer, clock }: TwoFactorDeps & SealerDeps & ClockDeps,
  uid: number,
  { code, recovery_code: recoveryCode }: SecondFactorCodes,
): Promise<"off" | "passed" | "missing" | "wrong"> {
  const state = await twoFactor.find(uid);
  if (!state?.isConfirmed) return "off";
  if (recoveryCode !== undefined) {
    const isGood = await twoFactor.useRecoveryCode(uid, hashSecret(plainRecoveryCode(recoveryCode)), clock.now());
    return isGood ? "passed" : "wrong";
  }
  if (code === undefined) return "missing";
  const secret = openedSecret(sealer, state.sealedSecret, uid);
  const step = secret === undefined ? undefined : matchingStep(secret, code, clock.now());
  return step !== undefined && (await twoFactor.useStep(uid, step)) ? "passed" : "wrong";
}

/** Undefined where the key that sealed it is lost: then no code fits, and a recovery code helps. */
function openedSecret(sealer: SealerDeps["sealer"], sealed: string, uid: number): string | undefined {
  try {
    return sealer.open(sealed, twoFactorRecord(uid)).toString("utf8");
  } catch (error) {
    if (!(error instanceof SealError)) throw error;
    return undefined;
  }
}

/** The errors of `proveBoth`. */
export const PROVE_BOTH_ERRORS = [
  accountErrors.sessionNeeded,
  accountErrors.wrongPassword,
  accountErrors.codeNeeded,
  accountErrors.wrongCode,
  accountErrors.tooManyAttempts,
  accountErrors.twoFactorOff,
] as const;

/**
 * The user of a session, who shows the password and the second factor, for a change of that factor.
 *
 * @throws one of `PROVE_BOTH_ERRORS`
 */
export async function proveBoth(
  deps: PasswordProofDeps & SecondFactorDeps,
  actor: Caller,
  proof: SecondFactorCodes & { readonly password: string },
): Promise<User> {
  requireSession(actor);
  const user = await provePassword(deps, actor.uid, proof.password);
  if ((await proveSecondFactor(deps, user.uid, proof)) === "off") throw accountErrors.twoFactorOff();
  return user;
}

/**
 * Refuses a user with a second factor who does not show it. Only codes that were shown count as attempts.
 *
 * @throws accountErrors.codeNeeded, accountErrors.wrongCode, accountErrors.tooManyAttempts
 */
export async function proveSecondFactor(
  deps: SecondFactorDeps,
  uid: number,
  codes: SecondFactorCodes,
): Promise<"off" | "passed"> {
  if (!(await deps.twoFactor.find(uid))?.isConfirmed) return "off";
  if (codes.code === undefined && codes.recovery_code === undefined) throw accountErrors.codeNeeded();
  await spendAttempt(deps.limiter, `code:${uid}`);
  const outcome = await checkSecondFactor(deps, uid, codes);
  if (outcome === "missing") throw accountErrors.codeNeeded();
  if (outcome === "wrong") throw accountErrors.wrongCode();
  return outcome;
}
