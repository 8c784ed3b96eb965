/** Opens what an author has sealed with the secret of its developer key. */
import { createDecipheriv } from "node:crypto";

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const ENCODED = /^[A-Za-z0-9_+/-]+={0,2}$/;

/**
 * Opens a payload: base64 or base64url of a nonce of 12 bytes, AES-256-GCM ciphertext, and its tag of 16 bytes. The developer
 * key is authenticated beside the text, so that a payload does not open with the key of another.
 *
 * @param secret 32 bytes
 * @returns undefined for what does not open
 */
export function openPayload(payload: string, key: string, secret: Uint8Array): Buffer | undefined {
  if (!ENCODED.test(payload)) return undefined;
  const bytes = Buffer.from(payload, "base64");
  if (bytes.length <= NONCE_BYTES + TAG_BYTES) return undefined;
  const decipher = createDecipheriv("aes-256-gcm", secret, bytes.subarray(0, NONCE_BYTES));
  decipher.setAAD(Buffer.from(key));
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
  } catch {
    // A wrong tag: the only thing that can fail here.
    return undefined;
  }
}
