/** A row of trading.exports and the record that it is. */
import type { Instant } from "../../../kit/time/instant.ts";
import type { ExportRecord } from "../core/export-record.ts";

export const EXPORT_COLUMNS = `id, uid, owner_uid, system, type, symbol, row_limit, state, run, rows_done, size_bytes,
  sha256, shows_account, created_at, expires_at`;

export interface ExportRow {
  readonly id: number;
  readonly uid: number;
  readonly owner_uid: number;
  readonly system: ExportRecord["system"];
  readonly type: ExportRecord["type"];
  readonly symbol: string;
  readonly row_limit: number;
  readonly state: ExportRecord["state"];
  readonly run: number;
  readonly rows_done: number;
  readonly size_bytes: number | null;
  readonly sha256: string | null;
  readonly shows_account: boolean | null;
  readonly created_at: Instant;
  readonly expires_at: Instant;
}

export function exportOf(row: ExportRow): ExportRecord {
  const { size_bytes: sizeBytes, sha256, shows_account: showsAccount } = row;
  return {
    id: row.id,
    uid: row.uid,
    ownerUid: row.owner_uid,
    system: row.system,
    type: row.type,
    symbol: row.symbol,
    rowLimit: row.row_limit,
    state: row.state,
    run: row.run,
    rowsDone: row.rows_done,
    file: sizeBytes === null || sha256 === null ? null : { sizeBytes, sha256, showsAccount },
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  };
}
