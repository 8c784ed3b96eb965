/** What keys and their nonces need from storage. */
import type { Instant } from "../../kit/time/instant.ts";
import type { ApiKey, KeyInUse, KeyTerms } from "./api-key.ts";
import type { ApiKeys } from "./api-keys.ts";
import type { Nonce } from "./core/nonce.ts";

/** Who changes keys: always those of `uid`. */
export interface KeyHolder {
  readonly uid: number;
  readonly ownerUid: number;
}

export interface NewKey extends KeyTerms {
  readonly key: string;
  readonly access: ApiKey["access"];
  readonly sealedSecret: string;
  readonly secretHash: Buffer;
}

export interface KeyUse {
  readonly id: number;
  readonly at: Instant;
}

export interface KeyStore {
  /** Undefined when the user has `MAX_KEYS` keys already. */
  create(holder: KeyHolder, key: NewKey, at: Instant): Promise<ApiKey | undefined>;
  /** A page of the user's keys that are not revoked, newest first, and how many there are on all pages. */
  list(
    uid: number,
    page: { readonly limit: number; readonly offset: number },
  ): Promise<{ readonly keys: ApiKey[]; readonly total: number }>;
  /** A key of the user that is not revoked. */
  find(uid: number, id: number): Promise<ApiKey | undefined>;
  /**
   * Gives a key the terms that `decide` makes of those it has; nobody else changes it meanwhile. Undefined when the user
   * has no such key, or it is revoked.
   */
  edit(holder: KeyHolder, id: number, decide: (before: ApiKey) => KeyTerms, at: Instant): Promise<ApiKey | undefined>;
  /** For good. Undefined when the user has no such key, or it is revoked. */
  revoke(holder: KeyHolder, id: number, at: Instant): Promise<ApiKey | undefined>;
  /** What requests with a key are checked against. Undefined when it is revoked, or its user or their owner is closed. */
  findInUse(key: string): Promise<KeyInUse | undefined>;
  /** Writes when keys were last used. A use within a minute of the written one is passed over. */
  touch(uses: readonly KeyUse[]): Promise<void>;
}

/** A mark that shall be moved, if it is still where it is thought to be. */
export interface MarkMove {
  readonly keyId: number;
  readonly from: Nonce;
  readonly to: Nonce;
}

/** A key's mark, and what else is known then. */
export interface MarkAnd<Result> {
  readonly mark: Nonce;
  readonly result: Result;
}

/**
 * How far the nonces of each key may have been used: no nonce above a key's mark was ever accepted, by any process.
 * Who has moved a mark from one place to another may accept what lies between; nobody else may.
 */
export interface NonceMarks {
  /** `FIRST_NONCE` for a key that has never been used. */
  read(keyId: number): Promise<Nonce>;
  /** The keys whose marks were where they were thought to be, and have been moved. */
  move(moves: readonly MarkMove[]): Promise<ReadonlySet<number>>;
  /** Moves a mark to where `work` says, which is never back, while everybody else waits. */
  moveAlone<Result>(keyId: number, work: (mark: Nonce) => Promise<MarkAnd<Result>>): Promise<MarkAnd<Result>>;
}

export interface AccessDeps {
  readonly apiKeys: ApiKeys;
}
