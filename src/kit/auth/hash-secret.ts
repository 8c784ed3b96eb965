/**
 * How API keys are stored: as a hash. Plain SHA-256 is enough because the keys are random and long; a password, which
 * can be guessed, needs a slow hash instead.
 */
import { createHash, timingSafeEqual } from "node:crypto";

/** The SHA-256 hash of a secret, 32 bytes. */
export function hashSecret(secret: string): Buffer {
  return createHash("sha256").update(secret, "utf8").digest();
}

/** Whether a secret has this hash. Takes the same time wherever they differ; false for a hash of another length. */
export function matchesHash(secret: string, hash: Uint8Array): boolean {
  const own = hashSecret(secret);
  return own.length === hash.length && timingSafeEqual(own, hash);
}
