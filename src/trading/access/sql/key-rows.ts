/** Rows of `trading.api_keys`. */
import type { Instant } from "../../../kit/time/instant.ts";
import type { ApiKey } from "../api-key.ts";

export interface KeyRow {
  readonly id: number;
  readonly key: string;
  readonly label: string;
  readonly access: ApiKey["access"];
  readonly addresses: string[];
  readonly allow_bearer: boolean;
  readonly is_strict: boolean;
  readonly created_at: Instant;
  readonly last_used_at: Instant | null;
  readonly revoked_at: Instant | null;
}

export const KEY_COLUMNS = `id, key, label, access, addresses, allow_bearer, is_strict, created_at, last_used_at,
  revoked_at`;

export function keyOf(row: KeyRow): ApiKey {
  return {
    id: row.id,
    key: row.key,
    label: row.label,
    access: row.access,
    addresses: row.addresses,
    allowBearer: row.allow_bearer,
    isStrict: row.is_strict,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    revokedAt: row.revoked_at,
  };
}
