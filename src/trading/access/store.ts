/** The storage port of keys and their nonces. */
import type { Instant } from "../../kit/time/instant.ts";
import type { Page } from "../page.ts";
import type { Epochs } from "./access-epochs.ts";
import type { ApiKey, KeyInUse, KeyTerms } from "./api-key.ts";
import type { NonceVerdict } from "./core/nonce-window.ts";
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
  /** Undefined when the user has `MAX_USER_KEYS` keys already. */
  create(holder: KeyHolder, key: NewKey, at: Instant): Promise<ApiKey | undefined>;
  /** A page of the user's keys that are not revoked, newest first, and how many there are on all pages. */
  list(uid: number, page: Page): Promise<{ readonly keys: ApiKey[]; readonly total: number }>;
  /** A key of the user that is not revoked. */
  find(uid: number, id: number): Promise<ApiKey | undefined>;
  /**
   * Gives a key the terms that `decide` makes of its present ones; no other change comes between. Undefined when the
   * user has no such key, or it is revoked.
   */
  edit(holder: KeyHolder, id: number, decide: (before: ApiKey) => KeyTerms, at: Instant): Promise<ApiKey | undefined>;
  /** For good. Undefined when the user has no such key, or it is revoked. */
  revoke(holder: KeyHolder, id: number, at: Instant): Promise<ApiKey | undefined>;
  /**
   * The data that requests with a key are checked against. Undefined when it is revoked, or its user or their owner is
   * closed.
   */
  findInUse(key: string): Promise<KeyInUse | undefined>;
  /**
   * Of keys with these ids, at most 5,000, those that requests may still be made with, and from where. Left out are keys
   * that are revoked, and those of users that are closed, inactive or sub-accounts without the right to use keys.
   */
  listInForce(ids: readonly number[]): Promise<readonly Pick<ApiKey, "id" | "addresses">[]>;
  /**
   * The epochs of users. The epoch of a key's user or of its owner changes whenever anything changes that `findInUse`
   * answers, in the same transaction. One short query.
   */
  epochsOf(uids: readonly number[]): Promise<Epochs>;
  /** Writes when keys were last used. A use within a minute of the written one is passed over. */
  touch(uses: readonly KeyUse[]): Promise<void>;
}

/** A mark to move, if it is still where the caller expects it. */
export interface MarkMove {
  readonly keyId: number;
  readonly from: Nonce;
  readonly to: Nonce;
}

/** The keeper of a key's window while its row is locked. */
export interface HeldWindow {
  readonly mark: Nonce;
  /** The window's name in Redis; undefined for the one that is named after the key alone. */
  readonly window: string | undefined;
  /** Whether the window of that name was never begun by a process of this release. */
  readonly isUnbegun: boolean;
  /** Whether it was begun within the last seconds. */
  readonly isBegunLately: boolean;
  /** `redis`, or the database: `over` when a process that reaches Redis may take it back. */
  readonly keeper: "redis" | "database" | "over";
}

/** The outcome of a window whose row was held. */
export interface WindowChange<Result> {
  readonly result: Result;
  /** The new place of the mark; never lower than it was. */
  readonly mark: Nonce;
  /**
   * `begun`: Redis keeps it from now on, in the window of this name. `database`: `recordUsed` does. Undefined: as before.
   */
  readonly keeper?: { readonly begun: string | undefined } | "database";
}

/** How nonces are used up while the database keeps their window. */
export interface RecordRules {
  /** This process reaches Redis, so a window that the database need not keep any more is left to it. */
  readonly mayLeave: boolean;
  /** Forget all but so many of the highest nonces. */
  readonly trimTo?: number;
}

export interface Recorded {
  /** In the order of the nonces that were asked for. */
  readonly verdicts: readonly NonceVerdict[];
  /** Everything at and below is refused. */
  readonly floor: Nonce;
}

/**
 * How far the nonces of each key may have been used: no nonce above a key's mark was ever accepted, by any process.
 * Only one keeper decides the nonces between two places of the mark: the process that moved the mark from one to the
 * other (`move`), a window in Redis (`moveAlone`), or the database (`recordUsed`).
 */
export interface NonceMarks {
  /** Twenty zeros for a key that has never been used. */
  read(keyId: number): Promise<Nonce>;
  /**
   * Gives the nonces between two places to this process. Answers the keys whose marks were where they were thought to be,
   * and have been moved.
   */
  move(moves: readonly MarkMove[]): Promise<ReadonlySet<number>>;
  /** Moves a mark to where `work` says, while all others wait. */
  moveAlone<Result>(
    keyId: number,
    work: (held: HeldWindow) => Promise<WindowChange<Result>>,
  ): Promise<WindowChange<Result>>;
  /**
   * Uses up nonces of a key in the database, and takes the window there unless `mayLeave` says that Redis can keep it.
   * Then it answers undefined where the database does not keep it, or no longer has to.
   */
  recordUsed(keyId: number, nonces: readonly Nonce[], rules: RecordRules): Promise<Recorded | undefined>;
}
