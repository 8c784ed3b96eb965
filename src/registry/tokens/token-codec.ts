/** Registry tokens as text: JSON web tokens (RFC 7519) signed with Ed25519 (RFC 8037). */
import { createHash } from "node:crypto";
import { CompactSign, compactVerify, decodeProtectedHeader, type CompactJWSHeaderParameters } from "jose";
import { LRUCache } from "lru-cache";
import { isCurrent, readClaims, type Claims, type TokenContent } from "./core/claims.ts";
import type { KeyRing } from "./key-ring.ts";
import type { Clock } from "../../kit/time/clock.ts";

/** Tokens whose signature was checked and need not be again. One takes about 1 KB. */
const CACHED_TOKENS = 10_000;

/** The one accepted algorithm. Neither `none` nor a symmetric one is ever looked at. */
const ALGORITHM = "EdDSA";

export interface TokenCodec {
  write(claims: Claims): Promise<string>;
  /**
   * A token's claims, or why it is invalid (for the log, not for its bearer). The signature of a token is checked
   * once; its time and the standing of its key at every use.
   */
  read(token: string): Promise<TokenContent | { readonly refused: unknown }>;
}

interface Checked extends TokenContent {
  readonly kid: string;
}

export function tokenCodec(ring: KeyRing, clock: Clock): TokenCodec {
  const checked = new LRUCache<string, Checked>({ max: CACHED_TOKENS });

  async function check(token: string): Promise<Checked | { readonly refused: unknown }> {
    let kid: string | undefined;
    try {
      kid = keyIdIn(decodeProtectedHeader(token) as CompactJWSHeaderParameters) ?? ring.configuredKeyId();
    } catch (error) {
      return { refused: error };
    }
    const key = kid === undefined ? undefined : await ring.findVerifier(kid);
    if (kid === undefined || key === undefined) return { refused: "its key is unknown or revoked" };
    try {
      const { payload } = await compactVerify(token, key, { algorithms: [ALGORITHM] });
      const content = readClaims(JSON.parse(Buffer.from(payload).toString("utf8")));
      return content ? { ...content, kid } : { refused: "its claims are not those of a registry token" };
    } catch (error) {
      return { refused: error };
    }
  }

  return {
    async write(claims) {
      const { kid, privateKey } = await ring.signer();
      return new CompactSign(Buffer.from(JSON.stringify(claims)))
        .setProtectedHeader({ alg: ALGORITHM, typ: "JWT", kid })
        .sign(privateKey);
    },
    async read(token) {
      const cacheKey = createHash("sha256").update(token).digest("base64");
      const known = checked.get(cacheKey);
      const content = known ?? (await check(token));
      if ("refused" in content) return content;
      if (!isCurrent(content, clock.now())) {
        // Nothing is kept of a token that will never count again.
        if (content.actor.expiresAt <= clock.now()) checked.delete(cacheKey);
        return { refused: "it has expired, or does not count yet" };
      }
      if (known && !(await ring.findVerifier(known.kid))) return { refused: "its key was revoked" };
      if (!known) checked.set(cacheKey, content);
      return content;
    },
  };
}

function keyIdIn({ kid }: CompactJWSHeaderParameters): string | undefined {
  return typeof kid === "string" ? kid : undefined;
}
