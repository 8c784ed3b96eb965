/** Second factors of users whom a test makes, without a session in which they are set up. */
import { Secret, TOTP } from "otpauth";
import { sealer } from "../../src/kit/auth/seal.ts";
import { systemRandom } from "../../src/kit/ids/ids.ts";
import { memoryLimiter } from "../../src/kit/limits/memory-limiter.ts";
import type { Database } from "../../src/kit/sql/database.ts";
import { systemClock, type Clock } from "../../src/kit/time/clock.ts";
import { toMillis, type Instant } from "../../src/kit/time/instant.ts";
import { twoFactorRecord } from "../../src/trading/accounts/two-factor-record.ts";
import { newRecoveryCodes } from "../../src/trading/accounts/recovery.ts";
import { twoFactorStore } from "../../src/trading/accounts/sql/two-factor-store.ts";

const SEALER = sealer([{ id: "test", key: new Uint8Array(32).fill(5) }]);

/** The dependencies of endpoints that check a second factor. */
export function secondFactorDeps(db: Database, clock: Pick<Clock, "now">) {
  return {
    twoFactor: twoFactorStore(db),
    sealer: SEALER,
    limiter: memoryLimiter({ clock: { ...systemClock(), ...clock } }),
  };
}

/** Turns a user's second factor on. Answers what makes its codes. */
export async function turnOnSecondFactor(db: Database, uid: number, at: Instant) {
  const store = twoFactorStore(db);
  const secret = new Secret({ size: 20 });
  const sealedSecret = SEALER.seal(secret.base32, twoFactorRecord(uid));
  await store.begin(uid, sealedSecret);
  const { codes, codeHashes } = newRecoveryCodes(systemRandom());
  const person = { uid, ownerUid: uid, username: "user", email: "nobody@example.test" };
  const mail = { subject: "on", text: "on" };
  if (!(await store.confirm({ person, sessionId: 0, sealedSecret, step: 0, codeHashes, mail, at })))
    throw new Error("it is on already");
  return {
    recoveryCodes: codes,
    codeAt: (now: Instant): string => new TOTP({ secret }).generate({ timestamp: toMillis(now) }),
  };
}
