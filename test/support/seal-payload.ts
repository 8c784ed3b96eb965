/** Seals a signal as its author does, with the developer key. */
import { createCipheriv, randomBytes } from "node:crypto";

export interface DeveloperKey {
  readonly key: string;
  /** base64url of 32 bytes. */
  readonly secret: string;
}

/** The payload of marketplace/signals-add: nonce, ciphertext and tag, in base64url. */
export function sealPayload(terms: unknown, { key, secret }: DeveloperKey): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", Buffer.from(secret, "base64url"), nonce);
  cipher.setAAD(Buffer.from(key));
  const text = typeof terms === "string" ? terms : JSON.stringify(terms);
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, sealed, cipher.getAuthTag()]).toString("base64url");
}
