// Made by scripts/generate.js from the OpenAPI document. Do not edit.
import type { ChangeOptions, Paged } from "../../operation.ts";
import type { ExchangeKey } from "./schemas.ts";

export interface AddKeyParams {
  /** Code, from strategy/list-exchanges. */
  exchange: string;
  /** Your name for the key. */
  label: string;
  /** The key, as the exchange calls it. */
  token: string;
  /** Its secret or private key. */
  secret: string;
  /** Its passphrase or memo, at exchanges that issue one. */
  password?: string;
}

export interface AddKeyResult {
  status: true;
  /** What was changed. */
  id: string;
  message: string;
  key: ExchangeKey;
}

export interface TestKeyParams {
  /** Id of a key, from exchange-api-keys/list. */
  id: string;
}

export interface TestKeyResult {
  /** An id, as lists show it. */
  id: string;
  valid: boolean;
  status: "active" | "invalid";
  permissions: {
    /** Null where the exchange does not tell. */
    read: boolean | null;
    /** Null where the exchange does not tell. */
    trade: boolean | null;
    /** Null where the exchange does not tell. */
    withdraw: boolean | null;
  };
  /** Null where the exchange does not tell. */
  ip_restricted: boolean | null;
  /** How long the exchange took to answer. */
  latency_ms: number;
  /** Milliseconds since 1970. */
  checked_at: number;
  message: string;
}

export interface ListKeysParams {
  /** Entries on a page. 1 to 1000. Default: 10. */
  limit?: number;
  /** Which page, from 1. 1 to 1000000. Default: 1. */
  pagenumber?: number;
}

export interface ListKeysResult {
  keys: ExchangeKey[];
  page: number;
  /** Entries on this page. */
  showing: number;
  /** Entries on all pages. */
  total: number;
}

export interface EditKeyParams {
  /** Id of a key, from exchange-api-keys/list. */
  id: string;
  /** Your name for the key. */
  label: string;
}

export interface EditKeyResult {
  status: true;
  /** What was changed. */
  id: string;
  message: string;
  key: ExchangeKey;
}

export interface DeleteKeyParams {
  /** Id of a key, from exchange-api-keys/list. */
  id: string;
}

export interface DeleteKeyResult {
  status: true;
  /** What was changed. */
  id: string;
  message: string;
  open_orders: {
    id: string;
    client_order_id: string;
    code: string;
    /** Empty where the exchange has not told it. */
    exchange_order_id: string;
  }[];
}

export interface ExchangesOperations {
  /**
   * Store an exchange API key. Token, secret and password are encrypted at once and never shown again: lists show a
   * part of the token. Send them in the body, because addresses are kept in places that bodies are not. Give the key
   * the right to trade and not the right to withdraw. The key is tested at once. Where its exchange is not connected
   * or does not answer, it is tested as soon as it can be, and `waits_for` says so.
   */
  addKey(params: AddKeyParams, options?: ChangeOptions): Promise<AddKeyResult>;
  /**
   * Test an exchange API key. Asks the exchange for the permissions of the key. A key that the exchange refuses can
   * no longer be chosen anywhere, until a later test finds it in order. An exchange that cannot be reached says
   * nothing about the key, and changes nothing.
   */
  testKey(params: TestKeyParams, options?: ChangeOptions): Promise<TestKeyResult>;
  /**
   * List exchange API keys. Newest first, without secrets. The main account sees every key of the account; a
   * sub-account sees its own and, where it may use them, those of the main account.
   */
  listKeys: Paged<ListKeysParams | undefined, ListKeysResult, ExchangeKey>;
  /** Rename an exchange API key. Changes the label only. For another token or secret, add another key. */
  editKey(params: EditKeyParams, options?: ChangeOptions): Promise<EditKeyResult>;
  /**
   * Delete an exchange API key. Removes the key with its secret. Refused while running strategies use it; `in_use_by`
   * then lists them. Refused while orders of the key may be open; `open_orders` then lists up to 20 of them: cancel
   * them with exchange-query/order-cancel. Orders of strategies that were stopped with force do not count, nor do
   * orders that were sent with a key that its exchange refuses (`status` `invalid`: exchange-api-keys/test finds
   * out). `open_orders` of the answer lists them, and from then on they can be seen and cancelled only at the
   * exchange. The exchange still knows the key: revoke it there too.
   */
  deleteKey(params: DeleteKeyParams, options?: ChangeOptions): Promise<DeleteKeyResult>;
}
