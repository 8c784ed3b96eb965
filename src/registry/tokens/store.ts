/** The storage port of tokens. */
import type { Instant } from "../../kit/time/instant.ts";
import type { Permission } from "./core/actor.ts";

/** A key as it is stored. */
export interface SigningKey {
  readonly kid: string;
  /** The Ed25519 public key, 32 bytes in base64url: the `x` of its JWK. */
  readonly publicKey: string;
  /** The private seed, sealed for the record `signingKeyRecord(kid)`; null when it is kept in the configuration. */
  readonly sealedPrivateKey: string | null;
  readonly createdAt: Instant;
  /** Since when it signs no more. Its signatures are still valid. */
  readonly retiredAt: Instant | null;
  /** Since when nothing that it signed counts. */
  readonly revokedAt: Instant | null;
}

export type NewSigningKey = Pick<SigningKey, "kid" | "publicKey" | "createdAt"> & { readonly sealedPrivateKey: string };

/** A token that the operator made. Its text is not kept. */
export interface OperatorToken {
  readonly tokenId: string;
  readonly subject: string;
  readonly permissions: readonly Permission[];
  readonly issuedAt: Instant;
  readonly expiresAt: Instant;
  /** Since when it does not count, though it has not expired. */
  readonly revokedAt: Instant | null;
}

/** The place of a token in the list of all: newest first, then by id. */
export type TokenPlace = Pick<OperatorToken, "issuedAt" | "tokenId">;

export interface TokenFilter {
  /** Leaves out those that expired before. */
  readonly now?: Instant | undefined;
  /** Only those that stand after this one. */
  readonly before?: TokenPlace | undefined;
  readonly limit: number;
}

export interface TokenStore {
  addOperatorToken(token: OperatorToken): Promise<void>;
  /** Newest first. */
  listOperatorTokens(filter: TokenFilter): Promise<OperatorToken[]>;
  /** Answers false when the token does not exist. */
  revokeOperatorToken(tokenId: string, at: Instant): Promise<boolean>;
  /** Ids of revoked tokens that have not expired. */
  listRevokedTokens(now: Instant): Promise<string[]>;
  /** Every key that was ever used, oldest first. */
  listKeys(): Promise<SigningKey[]>;
  /** Makes this the signing key unless another process was first; either way there is one afterwards. */
  addFirstKey(key: NewSigningKey): Promise<void>;
  /** Makes this the signing key, and retires the one before it. */
  replaceKey(key: NewSigningKey): Promise<void>;
  /** Writes down the public part of a configured key, so that other processes know it. Idempotent. */
  addConfiguredKey(key: Pick<SigningKey, "kid" | "publicKey" | "createdAt">): Promise<void>;
  /** Answers false when the key does not exist, or was revoked before. */
  revokeKey(kid: string, at: Instant): Promise<boolean>;
  /** Remembers a proof. Answers false when it was used before. */
  addUsedProof(hash: Uint8Array, expiresAt: Instant): Promise<boolean>;
  /** Forgets proofs that are too old to be accepted anyway, at most `limit` of them; answers how many. */
  deleteExpiredProofs(now: Instant, limit: number): Promise<number>;
  /** Forgets tokens of the command line that expired before, at most `limit` of them; answers how many. */
  deleteOperatorTokens(expiredBefore: Instant, limit: number): Promise<number>;
}

/** The record id under which a key's private part is sealed. */
export function signingKeyRecord(kid: string): string {
  return `registry.signing_keys/${kid}`;
}
