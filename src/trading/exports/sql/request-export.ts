/** Stores a request for an export. */
import { invariant } from "../../../kit/errors/invariant.ts";
import { enqueue } from "../../../kit/jobs/enqueue.ts";
import type { Transaction } from "../../../kit/sql/database.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import type { Instant } from "../../../kit/time/instant.ts";
import { recordAudit } from "../../audit/index.ts";
import { lockUser } from "../../users/index.ts";
import type { ExportRecord } from "../core/export-record.ts";
import { makeExport, makeExportKey } from "../jobs/make-export.ts";
import { MAX_KEPT, MAX_UNDER_WAY, type NewExport } from "../store.ts";
import { EXPORT_COLUMNS, exportOf, type ExportRow } from "./export-row.ts";

/** The request, its job and its line in the trail, or none of them. Undefined when too many are in progress. */
export async function requestExport(tx: Transaction, request: NewExport): Promise<ExportRecord | undefined> {
  await lockUser(tx, request.uid);
  if ((await countUnderWay(tx, request.uid, request.at)) >= MAX_UNDER_WAY) return undefined;
  await expireOldest(tx, request.uid, request.at);
  const record = await insertExport(tx, request);
  await enqueue(tx, makeExport, { exportId: record.id }, { key: makeExportKey(record.id) });
  const { uid, ownerUid, system, type, symbol, rowLimit, at } = request;
  await recordAudit(tx, {
    ownerUid,
    uid,
    action: "export.request",
    subject: String(record.id),
    details: { system, type, symbol, limit: rowLimit },
    at,
  });
  return record;
}

/** The unfinished exports. An export that was never made and has expired is not waited for. */
async function countUnderWay(tx: Transaction, uid: number, now: Instant): Promise<number> {
  const [row] = await tx.query<{ count: number }>({
    name: "trading.countExportsUnderWay",
    text: `select count(*) as count from trading.exports
      where uid = $1 and state in ('queued', 'running') and expires_at > $2`,
    values: [uid, timestamp(now)],
  });
  return row?.count ?? 0;
}

/** Makes room for one more: the oldest expire. The purge removes their files. */
async function expireOldest(tx: Transaction, uid: number, now: Instant): Promise<void> {
  await tx.execute({
    name: "trading.expireOldestExports",
    text: `update trading.exports set expires_at = $2 where id in (
        select id from trading.exports where uid = $1 and state = 'completed' and expires_at > $2
        order by id desc offset $3 limit 1000)`,
    values: [uid, timestamp(now), MAX_KEPT - 1],
  });
}

/** The request itself. */
async function insertExport(tx: Transaction, request: NewExport): Promise<ExportRecord> {
  const { uid, ownerUid, system, type, symbol, rowLimit, at, expiresAt } = request;
  const [row] = await tx.query<ExportRow>({
    name: "trading.insertExport",
    text: `insert into trading.exports (uid, owner_uid, system, type, symbol, row_limit, created_at, expires_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8) returning ${EXPORT_COLUMNS}`,
    values: [uid, ownerUid, system, type, symbol, rowLimit, timestamp(at), timestamp(expiresAt)],
  });
  invariant(row, "an inserted export is returned");
  return exportOf(row);
}
