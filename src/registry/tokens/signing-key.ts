/** Ed25519 keys in the forms in which tokens need them. */
import { createHash, createPrivateKey, createPublicKey, type KeyObject } from "node:crypto";

export interface KeyPair {
  readonly kid: string;
  /** The public key, 32 bytes in base64url. */
  readonly publicKey: string;
  readonly privateKey: KeyObject;
}

/** RFC 8410, section 7: everything of a PKCS #8 Ed25519 key that comes before its seed. */
const PKCS8_PREFIX = Buffer.from("302e020100300506032b657004220420", "hex");

/** The key pair of a seed of 32 bytes (RFC 8032, section 5.1.5). */
export function keyPairOf(seed: Uint8Array): KeyPair {
  const privateKey = createPrivateKey({ key: Buffer.concat([PKCS8_PREFIX, seed]), format: "der", type: "pkcs8" });
  const { x: publicKey = "" } = createPublicKey(privateKey).export({ format: "jwk" });
  return { kid: keyIdOf(publicKey), publicKey, privateKey };
}

/** The id of a public key: its RFC 7638 thumbprint, so that the same key has the same id everywhere. */
function keyIdOf(publicKey: string): string {
  // RFC 7638, section 3: the required members in order, without blanks.
  const canonical = JSON.stringify({ crv: "Ed25519", kty: "OKP", x: publicKey });
  return createHash("sha256").update(canonical).digest("base64url");
}

/** A stored public key, ready to verify. */
export function publicKeyOf(publicKey: string): KeyObject {
  return createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x: publicKey }, format: "jwk" });
}
