/** Signatures of domain proofs, by the two algorithms that a proof record may name. */
import { createPublicKey, ECDH, verify, type KeyObject } from "node:crypto";
import type { ProofKey } from "../core/proof-record.ts";

/** Whether this key made the signature over the text. False for a key that is not a point of its curve. */
export function verifiesProof(key: ProofKey, text: string, signature: Uint8Array): boolean {
  const bytes = Buffer.from(text, "utf8");
  try {
    if (key.algorithm === "ed25519") return verify(null, bytes, ed25519Key(key.bytes), signature);
    // R and S side by side, 48 bytes each, not the DER that OpenSSL takes by default.
    return verify("sha384", bytes, { key: p384Key(key.bytes), dsaEncoding: "ieee-p1363" }, signature);
  } catch {
    return false;
  }
}

function ed25519Key(bytes: Uint8Array): KeyObject {
  const x = Buffer.from(bytes).toString("base64url");
  return createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" });
}

function p384Key(compressed: Uint8Array): KeyObject {
  // 0x04, then x and y of 48 bytes each (SEC 1, section 2.3.3). Throws when the point does not exist.
  const point = ECDH.convertKey(compressed, "secp384r1", undefined, undefined, "uncompressed") as Buffer;
  const coordinate = (from: number): string => point.subarray(from, from + 48).toString("base64url");
  return createPublicKey({ key: { kty: "EC", crv: "P-384", x: coordinate(1), y: coordinate(49) }, format: "jwk" });
}
