/** The trail on PostgreSQL. */
import type { Queryable, Transaction } from "../../../kit/sql/database.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import type { Instant } from "../../../kit/time/instant.ts";
import type { AuditEntry, AuditRow, AuditStore, Author } from "../store.ts";

interface Row {
  readonly id: number;
  readonly at: Instant;
  readonly key_id: string;
  readonly key_name: string;
  readonly action: AuditEntry["action"];
  readonly subject: string;
  readonly detail: string;
  readonly request_id: string;
}

export function auditStore(db: Queryable): AuditStore {
  return { listAudit: (page) => listAudit(db, page) };
}

/** Adds a line in the transaction of its change. */
export async function recordAudit(
  tx: Transaction,
  { actor, requestId }: Author,
  { action, subject, detail }: AuditEntry,
  at: Instant,
): Promise<void> {
  await tx.execute({
    name: "players.recordAudit",
    text: `insert into players.audit (at, key_id, key_name, action, subject, detail, request_id)
      values ($1, $2, $3, $4, $5, $6, $7)`,
    values: [timestamp(at), actor.id, actor.name, action, subject, JSON.stringify(detail), requestId],
  });
}

/** A page of the trail, for admins who want to know who did something. */
async function listAudit(
  db: Queryable,
  { limit, before }: Parameters<AuditStore["listAudit"]>[0],
): Promise<AuditRow[]> {
  const rows = await db.query<Row>({
    name: "players.listAudit",
    text: `select id, at, key_id, key_name, action, subject, detail, request_id from players.audit
      where $1::bigint is null or id < $1 order by id desc limit $2`,
    values: [before ?? null, limit],
  });
  return rows.map((row) => ({
    id: row.id,
    at: row.at,
    keyId: row.key_id,
    keyName: row.key_name,
    action: row.action,
    subject: row.subject,
    detail: JSON.parse(row.detail) as Record<string, unknown>,
    requestId: row.request_id,
  }));
}
