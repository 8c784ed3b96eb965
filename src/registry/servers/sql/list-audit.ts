/** Reading the trail of who did what. */
import type { Queryable } from "../../../kit/sql/database.ts";
import type { Instant } from "../../../kit/time/instant.ts";
import type { AuditEntry, AuditRow } from "../store.ts";

interface Row {
  readonly id: number;
  readonly at: Instant;
  readonly action: AuditEntry["action"];
  readonly server_name: string;
  readonly version: string | null;
  readonly actor_method: string;
  readonly actor_subject: string;
  readonly token_id: string | null;
  readonly request_id: string;
  readonly detail: string;
}

/** The trail, newest first, of one server or of all; `before` is the id of the last row of the page before. */
export async function listAudit(
  db: Queryable,
  filter: { serverName?: string; limit: number; before?: number },
): Promise<AuditRow[]> {
  const rows = await db.query<Row>({
    name: "registry.listAudit",
    text: `select id, at, action, server_name, version, actor_method, actor_subject, token_id, request_id, detail
      from registry.audit
      where ($1::text is null or server_name = $1) and ($2::bigint is null or id < $2)
      order by id desc limit $3`,
    values: [filter.serverName ?? null, filter.before ?? null, filter.limit],
  });
  return rows.map((row) => ({
    id: row.id,
    at: row.at,
    action: row.action,
    serverName: row.server_name,
    version: row.version,
    author: { method: row.actor_method, subject: row.actor_subject, tokenId: row.token_id ?? undefined },
    requestId: row.request_id,
    detail: JSON.parse(row.detail) as Record<string, unknown>,
  }));
}
