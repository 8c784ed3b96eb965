/** Passwords as they are stored: argon2id in the PHC string form, which names its own parameters. */
import { hash, verify, type Options } from "@node-rs/argon2";

/**
 * OWASP's Password Storage Cheat Sheet, first line of its choices for argon2id: 19 MiB, two passes, one lane.
 * The algorithm is not named because argon2id is the library's own choice, which a test holds it to.
 */
const PARAMETERS: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 };

/**
 * A hash with these parameters of an unknown password. Checked when the user does not exist, so that a wrong name
 * takes as long as a wrong password.
 */
export const NOBODYS_HASH =
  "$argon2id$v=19$m=19456,t=2,p=1$Se2REdYMdoQpduDnPxYOZA$HpA0lhVw2QS87QV8tbvFV0iIRvkeLtMR5Sb5BykSM8A";

/** Composed and decomposed letters of one password are the same password (RFC 8265, section 4.1). */
function prepared(password: string): string {
  return password.normalize("NFC");
}

/** Hashes a password with a new salt. Takes some 20 ms of one core and 19 MiB. */
export function hashPassword(password: string): Promise<string> {
  return hash(prepared(password), PARAMETERS);
}

/** Whether this is the password of the hash. Also false for text that is not such a hash. */
export async function verifyPassword(storedHash: string, password: string): Promise<boolean> {
  try {
    return await verify(storedHash, prepared(password));
  } catch {
    return false;
  }
}
