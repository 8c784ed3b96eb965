// Made by scripts/generate.js from the OpenAPI document. Do not edit.
import type { ChangeOptions, Paged } from "../../operation.ts";
import type { ApiKey } from "./schemas.ts";

export interface CreateApiKeyParams {
  /** To tell keys apart. */
  label: string;
  /**
   * read_only changes nothing; trade changes orders, strategies, signals, reminders and keywords, but requests no
   * withdrawals and changes no keys, addresses or settings of the account; full_access may do all that the user may.
   * Default: "read_only".
   */
  access?: "read_only" | "trade" | "full_access";
  /** Addresses and CIDR ranges that requests may come from; empty for any. */
  addresses?: string[];
  /** Whether `Authorization: Bearer <key>.<secret>` is taken, without a signature. */
  allow_bearer?: boolean;
  /** Whether signatures must cover path, body and expiry (path, body_sha256 and exp). */
  strict?: boolean;
  /** Of the authenticator app. */
  code?: string;
  /** Instead of a code, once. */
  recovery_code?: string;
}

export interface CreateApiKeyResult {
  status: true;
  /** What was changed. */
  id: string;
  message: string;
  /** For the header Key. */
  key: string;
  /** For signing; it is not shown again. */
  secret: string;
  api_key: ApiKey;
}

export interface ListApiKeysParams {
  /** Entries on a page. 1 to 1000. Default: 10. */
  limit?: number;
  /** Which page, from 1. 1 to 1000000. Default: 1. */
  pagenumber?: number;
}

export interface ListApiKeysResult {
  keys: ApiKey[];
  page: number;
  /** Entries on this page. */
  showing: number;
  /** Entries on all pages. */
  total: number;
}

export interface EditApiKeyParams {
  /** Id of the key, as listed. */
  id: string;
  /** To tell keys apart. */
  label?: string;
  /** Addresses and CIDR ranges that requests may come from; empty for any. */
  addresses?: string[];
  /** Whether `Authorization: Bearer <key>.<secret>` is taken, without a signature. */
  allow_bearer?: boolean;
  /** Whether signatures must cover path, body and expiry (path, body_sha256 and exp). */
  strict?: boolean;
  /** Of the authenticator app. */
  code?: string;
  /** Instead of a code, once. */
  recovery_code?: string;
}

export interface EditApiKeyResult {
  status: true;
  /** What was changed. */
  id: string;
  message: string;
  api_key: ApiKey;
}

export interface RevokeApiKeyParams {
  /** Id of the key, as listed. */
  id: string;
}

export interface RevokeApiKeyResult {
  status: true;
  /** What was changed. */
  id: string;
  message: string;
}

export interface AccessOperations {
  /**
   * Make an API key. The secret is shown in this answer and never again, and the user is notified by mail. A key may
   * do nothing that the key it is made with may not. A user with a second factor gives a code of it. Programs that
   * trade should use `trade`. Sub-accounts need the right allow_api_access.
   */
  createApiKey(params: CreateApiKeyParams, options?: ChangeOptions): Promise<CreateApiKeyResult>;
  /**
   * The caller's own API keys. Those in force, newest first, each by its first and last characters and without its
   * secret.
   */
  listApiKeys: Paged<ListApiKeysParams | undefined, ListApiKeysResult, ApiKey>;
  /**
   * Change the terms of an API key. What is not sent stays as it is. Access cannot be changed: make another key for
   * that. A user with a second factor gives a code of it, unless only the label changes.
   */
  editApiKey(params: EditApiKeyParams, options?: ChangeOptions): Promise<EditApiKeyResult>;
  /**
   * End an API key for good. The next request with it is refused, by every process of the platform. Sockets that were
   * opened with it end within a second.
   */
  revokeApiKey(params: RevokeApiKeyParams, options?: ChangeOptions): Promise<RevokeApiKeyResult>;
}
