/** Writing a change of one server: the rows, the trail, the feed and the deliveries stand or fall together. */
import { invariant } from "../../../kit/errors/invariant.ts";
import type { Transaction } from "../../../kit/sql/database.ts";
import { coveringPatterns } from "../../../kit/text/name-pattern.ts";
import { formatInstant } from "../../../kit/time/instant.ts";
import type { ServerChange, VersionRecord } from "../core/version-record.ts";
import type { ServerWrite } from "../store.ts";

/** The topic of the change feed under which changes of servers stand. */
export const SERVERS_TOPIC = "registry.servers";

export interface WrittenChange {
  readonly change: ServerChange;
  /** Webhook deliveries that the change made due. */
  readonly deliveries: readonly number[];
}

/** One statement: every round trip that a publication saves is one that others do not wait for its lock. */
export async function writeServer(tx: Transaction, origin: string, write: ServerWrite): Promise<WrittenChange> {
  if (write.replacesDocuments) await forgetRemotes(tx, write);
  const [row] = await tx.query<{ revision: number; deliveries: number[] | null }>({
    name: "registry.writeServer",
    text: WRITE,
    values: [
      write.server.name,
      versionsText(write.versions),
      write.remotes.map(({ url }) => url),
      write.remotes.map(({ version }) => version),
      write.latestVersion,
      write.versionCount,
      write.origin,
      formatInstant(write.audit.at),
      write.audit.action,
      write.audit.version,
      write.audit.author.method,
      write.audit.author.subject,
      write.audit.author.tokenId ?? null,
      write.audit.requestId,
      JSON.stringify(write.audit.detail),
      origin,
      JSON.stringify({
        name: write.server.name,
        revision: write.server.revision + 1,
        versions: write.versions.map(({ version }) => version),
      }),
      write.event?.event ?? null,
      write.event ? JSON.stringify(write.event.payload) : null,
      write.event ? coveringPatterns(write.server.name) : [],
    ],
  });
  invariant(row && row.revision === write.server.revision + 1, "a locked server's revision grows by one");
  return {
    change: {
      name: write.server.name,
      revision: row.revision,
      latestVersion: write.latestVersion,
      versions: write.versions,
    },
    deliveries: row.deliveries ?? [],
  };
}

const WRITE = `
with versions as (
  insert into registry.versions as v (server_name, version, status, status_message, status_changed_at,
    published_at, updated_at, document, extra_meta)
  select $1, i.version, i.status, i.message, i.status_changed_at, i.published_at, i.updated_at, i.document, i.extra
  from json_to_recordset($2::json) as i (version text, status text, message text, status_changed_at timestamptz,
    published_at timestamptz, updated_at timestamptz, document json, extra json)
  on conflict (server_name, version) do update set status = excluded.status,
    status_message = excluded.status_message, status_changed_at = excluded.status_changed_at,
    published_at = excluded.published_at, updated_at = excluded.updated_at,
    document = excluded.document, extra_meta = excluded.extra_meta
), remotes as (
  insert into registry.version_remotes (url, server_name, version)
  select url, $1, version from unnest($3::text[], $4::text[]) as r (url, version)
  on conflict do nothing
), server as (
  update registry.servers set latest_version = $5, version_count = $6, origin = $7, revision = revision + 1
  where name = $1 returning revision
), trail as (
  insert into registry.audit (at, action, server_name, version, actor_method, actor_subject, token_id, request_id, detail)
  values ($8, $9, $1, $10, $11, $12, $13, $14, $15::jsonb)
), feed as (
  insert into kit.outbox (origin, topic, payload) values ($16, '${SERVERS_TOPIC}', $17::jsonb)
), deliveries as (
  insert into registry.webhook_deliveries (webhook_id, event, payload, created_at)
  select w.id, $18, $19::json, $8 from registry.webhooks w
  where w.enabled and $18::text = any (w.events)
    and w.pattern = any ($20::text[])
  returning id
)
select (select revision from server) as revision, (select array_agg(id) from deliveries) as deliveries`;

/** Takes the remote URLs of replaced documents away: the new documents may not have them any more. */
async function forgetRemotes(tx: Transaction, write: ServerWrite): Promise<void> {
  await tx.execute({
    name: "registry.forgetRemotes",
    text: "delete from registry.version_remotes where server_name = $1 and version = any ($2)",
    values: [write.server.name, write.versions.map(({ version }) => version)],
  });
}

/** Versions as the JSON text that statements read. Documents are put in as they are, and `json` hands them on byte for byte. */
export function versionsText(records: readonly VersionRecord[]): string {
  const rows = records.map((record) => {
    const head = JSON.stringify({
      name: record.serverName,
      version: record.version,
      status: record.status,
      message: record.statusMessage,
      status_changed_at: formatInstant(record.statusChangedAt),
      published_at: formatInstant(record.publishedAt),
      updated_at: formatInstant(record.updatedAt),
      ...(record.arrivedAt === undefined ? {} : { arrived_at: formatInstant(record.arrivedAt) }),
    });
    return `${head.slice(0, -1)},"document":${record.document},"extra":${record.extraMeta ?? "null"}}`;
  });
  return `[${rows.join(",")}]`;
}
