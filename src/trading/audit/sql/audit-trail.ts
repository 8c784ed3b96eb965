/** The trail on PostgreSQL. */
import type { Database, Queryable } from "../../../kit/sql/database.ts";
import type { Instant } from "../../../kit/time/instant.ts";
import type { Page } from "../../page.ts";
import type { AuditFilter, AuditTrail, RecordedEntry } from "../store.ts";

interface Row {
  readonly id: number;
  readonly owner_id: number;
  readonly user_id: number | null;
  readonly action: string;
  readonly subject: string;
  readonly details: string;
  readonly at: Instant;
}

const MATCHES = `owner_id = $1 and ($2::bigint is null or user_id = $2)
  and ($3::text is null or starts_with(action, $3))`;

export function auditTrail(db: Database): AuditTrail {
  return {
    list: (ownerUid, filter, page) =>
      db.snapshot(async (tx) => ({
        entries: await listAudit(tx, ownerUid, filter, page),
        total: await countAudit(tx, ownerUid, filter),
      })),
  };
}

/** One page of an account's trail, newest first. */
async function listAudit(db: Queryable, ownerUid: number, filter: AuditFilter, page: Page): Promise<RecordedEntry[]> {
  const rows = await db.query<Row>({
    name: "trading.listAudit",
    text: `select id, owner_id, user_id, action, subject, details, at from trading.audit
      where ${MATCHES} order by id desc limit $4 offset $5`,
    values: [ownerUid, filter.uid ?? null, filter.action ?? null, page.limit, page.offset],
  });
  return rows.map((row) => ({
    id: row.id,
    ownerUid: row.owner_id,
    uid: row.user_id,
    action: row.action,
    subject: row.subject,
    details: JSON.parse(row.details) as object,
    at: row.at,
  }));
}

/** How many entries the pages hold together. */
async function countAudit(db: Queryable, ownerUid: number, filter: AuditFilter): Promise<number> {
  const [row] = await db.query<{ total: number }>({
    name: "trading.countAudit",
    text: `select count(*) as total from trading.audit where ${MATCHES}`,
    values: [ownerUid, filter.uid ?? null, filter.action ?? null],
  });
  return row?.total ?? 0;
}
