/** The trail on PostgreSQL. */
import type { Queryable, Transaction } from "../../../kit/sql/database.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import type { Instant } from "../../../kit/time/instant.ts";
import type { Author } from "../../servers/index.ts";
import type { AdminEntry, AuditFilter, AuditRow, AuditStore } from "../store.ts";

interface Row {
  readonly id: number;
  readonly at: Instant;
  readonly action: AuditRow["action"];
  readonly server_name: string | null;
  readonly version: string | null;
  readonly actor_method: string;
  readonly actor_subject: string;
  readonly token_id: string | null;
  readonly request_id: string;
  readonly detail: string | null;
}

export function auditStore(db: Queryable): AuditStore {
  return { list: (filter) => listAudit(db, filter), find: (id) => findAudit(db, id) };
}

/** Adds a row in the transaction of its change. */
export async function recordAudit(
  tx: Transaction,
  { actor, requestId }: { readonly actor: Author; readonly requestId: string },
  { action, detail }: AdminEntry,
  at: Instant,
): Promise<void> {
  await tx.execute({
    name: "registry.recordAudit",
    text: `insert into registry.audit (at, action, actor_method, actor_subject, token_id, request_id, detail)
      values ($1, $2, $3, $4, $5, $6, $7)`,
    values: [
      timestamp(at),
      action,
      actor.method,
      actor.subject,
      actor.tokenId ?? null,
      requestId,
      JSON.stringify(detail),
    ],
  });
}

/** A page of the trail, newest first. Which index finds it depends on the filters, so it is planned each time. */
async function listAudit(db: Queryable, filter: AuditFilter): Promise<AuditRow[]> {
  const { names, before } = filter;
  const at = (instant: Instant | undefined): string | null => (instant === undefined ? null : timestamp(instant));
  const rows = await db.query<Row>({
    name: "registry.listAudit",
    isPlannedEachTime: true,
    text: `select id, at, action, server_name, version, actor_method, actor_subject, token_id, request_id,
        case when $10::integer is null or octet_length(detail::text) <= $10 then detail end as detail
      from (
        select id, at, action, server_name, version, actor_method, actor_subject, token_id, request_id, detail
        from registry.audit
        where ($1::text is null or (server_name >= $1 and server_name < $2))
          and ($3::text is null or action = $3)
          and ($4::text is null or actor_subject = $4)
          and ($5::timestamptz is null or at >= $5)
          and ($6::timestamptz is null or at < $6)
          and ($7::timestamptz is null or (at, id) < ($7, $8::bigint))
        order by at desc, id desc
        limit $9
      ) as page
      order by at desc, id desc`,
    values: [
      names?.from ?? null,
      names?.below ?? null,
      filter.action ?? null,
      filter.actor ?? null,
      at(filter.since),
      at(filter.until),
      at(before?.at),
      before?.id ?? null,
      filter.limit,
      filter.longestDetail ?? null,
    ],
  });
  return rows.map(rowOf);
}

/** One row with all that it says: a list leaves long details out. */
async function findAudit(db: Queryable, id: number): Promise<AuditRow | undefined> {
  const [row] = await db.query<Row>({
    name: "registry.findAudit",
    text: `select id, at, action, server_name, version, actor_method, actor_subject, token_id, request_id, detail
      from registry.audit where id = $1`,
    values: [id],
  });
  return row && rowOf(row);
}

function rowOf(row: Row): AuditRow {
  return {
    id: row.id,
    at: row.at,
    action: row.action,
    serverName: row.server_name,
    version: row.version,
    author: { method: row.actor_method, subject: row.actor_subject, tokenId: row.token_id ?? undefined },
    requestId: row.request_id,
    detail: row.detail === null ? null : (JSON.parse(row.detail) as Record<string, unknown>),
  };
}
