/** Storage of exchange keys, and what their endpoints need beside them. */
import type { Queryable } from "../../kit/sql/database.ts";
import type { Instant } from "../../kit/time/instant.ts";
import type { Page } from "../page.ts";
import type { KeyView } from "./core/key-access.ts";

/** The credentials that an exchange issues to its customer. Never leaves the process but to that exchange. */
export interface ExchangeCredentials {
  readonly token: string;
  readonly secret: string;
  /** The passphrase or memo, at exchanges that issue one. */
  readonly password?: string;
}

export interface NewExchangeKey {
  readonly ownerUid: number;
  readonly uid: number;
  readonly exchange: string;
  readonly label: string;
  readonly credentials: ExchangeCredentials;
  readonly at: Instant;
}

/** A key as it may be shown: without its credentials. */
export interface ExchangeKey {
  readonly id: number;
  readonly uid: number;
  readonly exchange: string;
  readonly label: string;
  readonly tokenMasked: string;
  readonly status: "testing" | "active" | "disabled" | "invalid";
  /** Null until the exchange has been asked. */
  readonly canRead: boolean | null;
  readonly canTrade: boolean | null;
  readonly canWithdraw: boolean | null;
  readonly isIpRestricted: boolean | null;
  readonly lastTestedAt: Instant | null;
  readonly lastError: string | null;
  readonly createdAt: Instant;
}

/** Who changes a key of which account. */
export interface KeyChange {
  readonly ownerUid: number;
  readonly uid: number;
  readonly id: number;
  readonly at: Instant;
}

/** An exchange's answer about a key. Null where it does not tell. */
export interface TestedKey {
  readonly status: "active" | "invalid";
  readonly canRead: boolean | null;
  readonly canTrade: boolean | null;
  readonly canWithdraw: boolean | null;
  readonly isIpRestricted: boolean | null;
  /** Why the exchange refuses it. */
  readonly error: string | null;
}

/** A key that waits for its first test. */
export interface UntestedKey {
  readonly id: number;
  readonly uid: number;
  readonly ownerUid: number;
}

/** What needs a key, as the transaction that removes it sees it. */
export interface KeyUses {
  /** Ids of the active strategies that trade with it. */
  activeStrategies(tx: Queryable, keyId: string): Promise<readonly string[]>;
  /** Its orders that may be open; at most `limit`, and those first that were not left. */
  openOrders(tx: Queryable, keyId: number, limit: number): Promise<readonly OpenOrderOfKey[]>;
}

/** An order that only this key can see at its exchange. */
export interface OpenOrderOfKey {
  readonly id: number;
  readonly clientOrderId: string;
  /** Service code of its market. */
  readonly code: string;
  /** Empty where it is not known. */
  readonly exchangeOrderId: string;
  /** Its strategy was stopped by force: the owner has chosen to leave it open. */
  readonly isLeft: boolean;
  /** It may have left. One that waits for its time has not. */
  readonly isSent: boolean;
}

/** A key that is gone, and the orders that were left open with it; at most 1,000. */
export interface RemovedKey {
  readonly key: ExchangeKey;
  readonly leftOrders: readonly OpenOrderOfKey[];
}

/**
 * Why a key is not removed: active strategies trade with it, or else orders of it may be open that were not left. Of a key that
 * its exchange refuses, only orders that were not sent are such.
 */
export interface KeyInUse {
  readonly strategies: readonly string[];
  /** Numbers; not all of them where there are many. */
  readonly openOrders: readonly number[];
}

export interface ExchangeKeyStore {
  /** Seals and stores a key; undefined when the account holds `maximum` already. */
  addKey(key: NewExchangeKey, maximum: number): Promise<ExchangeKey | undefined>;
  /** A page of the keys that the view holds, newest first, and how many there are. */
  listKeys(view: KeyView, page: Page): Promise<{ keys: ExchangeKey[]; total: number }>;
  /** A key that the view holds. */
  findKey(view: KeyView, id: number): Promise<ExchangeKey | undefined>;
  /** Gives a key of the account another label; undefined when it is gone. */
  setLabel(change: KeyChange, label: string): Promise<ExchangeKey | undefined>;
  /**
   * Stores the exchange's answer about a key of the account; undefined when the key is gone.
   *
   * @param only `onlyFirst`: also undefined, and nothing is stored, when the key was tested before.
   */
  recordTest(
    change: KeyChange,
    found: TestedKey,
    only?: { readonly onlyFirst: boolean },
  ): Promise<ExchangeKey | undefined>;
  /** Some keys at an exchange that were never tested, in an order that differs each time; at most `limit`. */
  listUntested(exchange: string, limit: number): Promise<readonly UntestedKey[]>;
  /** Removes a key of the account with its credentials, unless it is needed; undefined when it is gone. */
  removeKey(change: KeyChange): Promise<RemovedKey | KeyInUse | undefined>;
  /**
   * The credentials of a key of the account, to send a request to its exchange; undefined when it is gone.
   *
   * @throws SealError when they do not open for this key.
   */
  findCredentials(ownerUid: number, id: number): Promise<ExchangeCredentials | undefined>;
}
