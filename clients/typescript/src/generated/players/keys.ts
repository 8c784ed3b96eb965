// Made by scripts/generate.js from the OpenAPI document. Do not edit.
import type { CallOptions } from "../../operation.ts";
import type { Key, MadeKey, RevokedKey } from "./schemas.ts";

export interface CreateKeyParams {
  body: {
    /** Whose it is, or what for. */
    Name: string;
    Scope: "read" | "history" | "admin";
    /** `never`, `30d`, `12h`, `2030-12-31` or `2030-12-31T18:00:00Z`; 100 years at most. */
    Expires: string;
    /** Null for the service's own limit. */
    Limits?: {
      /** 1 to 1000000. */
      Requests: number;
      /** 1 to 86400. */
      WindowSeconds: number;
    } | null;
  };
}

export interface EditKeyParams {
  /** As in `/Keys`. */
  id: string;
  body: {
    /** False refuses the key until it is enabled again. */
    Enabled?: boolean;
    /** `never`, `30d`, `12h`, `2030-12-31` or `2030-12-31T18:00:00Z`; 100 years at most. */
    Expires?: string;
    /** Null for the service's own limit. */
    Limits?: {
      /** 1 to 1000000. */
      Requests: number;
      /** 1 to 86400. */
      WindowSeconds: number;
    } | null;
  };
}

export interface RevokeKeyParams {
  /** As in `/Keys`. */
  id: string;
}

export interface KeysOperations {
  /** Keys of callers. Oldest first. A key itself is shown when it is made, and never again. */
  listKeys(params?: Record<string, never>, options?: CallOptions): Promise<Key[]>;
  /**
   * Make a key. `read` opens searches, profiles and who is online; `history` names, sessions and the like too;
   * `admin` everything, with changes. `Expires` must be given, so that a key lasts for ever only where that is meant.
   */
  createKey(params: CreateKeyParams, options?: CallOptions): Promise<MadeKey>;
  /**
   * Limit, disable or expire a key. What is left out stays as it is. Every process knows the change within a second.
   */
  editKey(params: EditKeyParams, options?: CallOptions): Promise<Key>;
  /**
   * Revoke a key. For good, within a second at every process; streams that it opened end. A key may revoke itself.
   */
  revokeKey(params: RevokeKeyParams, options?: CallOptions): Promise<RevokedKey>;
}
