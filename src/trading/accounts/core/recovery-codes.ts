/** Recovery codes for a lost second factor: 80 random bits each, to be written down. */

export const RECOVERY_CODES = 10;
const CODE_BYTES = 10;
export const RECOVERY_BYTES = RECOVERY_CODES * CODE_BYTES;

/** Crockford's base 32 without letters that are read as digits. */
const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";

/** The ten codes that these 100 random bytes make, such as `k3m9-0zqx-77ab-c1de`. */
export function recoveryCodes(bytes: Uint8Array): string[] {
  return Array.from({ length: RECOVERY_CODES }, (_, index) => {
    const text = base32(bytes.subarray(index * CODE_BYTES, (index + 1) * CODE_BYTES));
    return text.match(/.{4}/g)?.join("-") ?? text;
  });
}

/** A code as typed, in the form in which it is hashed. */
export function plainRecoveryCode(typed: string): string {
  return typed
    .toLowerCase()
    .replace(/[\s-]+/g, "")
    .replaceAll("o", "0")
    .replace(/[il]/g, "1");
}

function base32(bytes: Uint8Array): string {
  let bits = 0n;
  for (const byte of bytes) bits = (bits << 8n) | BigInt(byte);
  let text = "";
  for (let rest = (bytes.length * 8) / 5; rest > 0; rest--) {
    text = ALPHABET.charAt(Number(bits & 31n)) + text;
    bits >>= 5n;
  }
  return text;
}
