import { hashSecret } from "../../kit/auth/hash-secret.ts";
import type { Random } from "../../kit/ids/ids.ts";
import { plainRecoveryCode, RECOVERY_BYTES, recoveryCodes } from "./core/recovery-codes.ts";

/** Recovery codes to be shown once, with what is stored of them. 80 random bits need no slow hash. */
export function newRecoveryCodes(random: Random): { codes: string[]; codeHashes: Buffer[] } {
  const codes = recoveryCodes(random.bytes(RECOVERY_BYTES));
  return { codes, codeHashes: codes.map((code) => hashSecret(plainRecoveryCode(code))) };
}
