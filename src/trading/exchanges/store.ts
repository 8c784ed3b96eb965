/** Where exchange keys are kept, and what their endpoints need beside them. */
import type { Instant } from "../../kit/time/instant.ts";
import type { KeyView } from "./core/key-access.ts";
import type { Exchange } from "./port.ts";

/** What an exchange has issued to its customer. Never leaves the process but to that exchange. */
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

/** What an exchange says of a key. Null where it does not tell. */
export interface TestedKey {
  readonly status: "active" | "invalid";
  readonly canRead: boolean | null;
  readonly canTrade: boolean | null;
  readonly canWithdraw: boolean | null;
  readonly isIpRestricted: boolean | null;
  /** Why the exchange refuses it. */
  readonly error: string | null;
}

export interface ExchangeKeyStore {
  /** Seals and stores a key; undefined when the account holds `maximum` already. */
  addKey(key: NewExchangeKey, maximum: number): Promise<ExchangeKey | undefined>;
  /** A page of the keys that the view holds, newest first, and how many there are. */
  listKeys(view: KeyView, page: { limit: number; offset: number }): Promise<{ keys: ExchangeKey[]; total: number }>;
  /** A key that the view holds. */
  findKey(view: KeyView, id: number): Promise<ExchangeKey | undefined>;
  /** Gives a key of the account another label; undefined when it is gone. */
  setLabel(change: KeyChange, label: string): Promise<ExchangeKey | undefined>;
  /** Writes down what its exchange says of a key of the account; undefined when it is gone. */
  recordTest(change: KeyChange, found: TestedKey): Promise<ExchangeKey | undefined>;
  /** Removes a key of the account with its credentials; undefined when it is gone. */
  removeKey(change: KeyChange): Promise<ExchangeKey | undefined>;
  /**
   * The credentials of a key of the account, to send a request to its exchange; undefined when it is gone.
   *
   * @throws SealError when they do not open for this key.
   */
  findCredentials(ownerUid: number, id: number): Promise<ExchangeCredentials | undefined>;
}

export interface ExchangeKeyDeps {
  readonly exchangeKeys: ExchangeKeyStore;
  /** Ids of the running strategies that use a key. */
  readonly strategiesUsingKey: (keyId: string) => Promise<readonly string[]>;
  /** The exchange of a code, where the platform is connected to it. */
  readonly connectedExchange: (code: string) => Exchange | undefined;
}
