/** Writing many servers at once, for versions that come from elsewhere by the thousand. */
import { invariant } from "../../../kit/errors/invariant.ts";
import type { Transaction } from "../../../kit/sql/database.ts";
import { formatInstant } from "../../../kit/time/instant.ts";
import type { ServerChange, VersionRecord } from "../core/version-record.ts";
import type { LockedServer, ServerImport } from "../store.ts";
import { lockedOf, type ServerRow } from "./lock-server.ts";
import { recordOfRow, VERSION_COLUMNS, type VersionRow } from "./read-servers.ts";
import { SERVERS_TOPIC, versionsText } from "./write-server.ts";

/** A statement takes its input as one text, which should stay far below the size limit of a connection. */
const MAX_STATEMENT_CHARACTERS = 8 * 1024 * 1024;

/** Locks many servers, in one order for all writers, and makes those that are missing. */
export async function lockOrCreateServers(
  tx: Transaction,
  servers: readonly { readonly name: string; readonly firstVersion: string }[],
): Promise<LockedServer[]> {
  const names = servers.map(({ name }) => name);
  const made = await tx.query<{ name: string }>({
    name: "registry.createServers",
    text: `insert into registry.servers (name, latest_version, version_count, revision)
      select name, version, 1, 0 from unnest($1::text[], $2::text[]) as new (name, version) order by name collate "C"
      on conflict (name) do nothing returning name`,
    values: [names, servers.map(({ firstVersion }) => firstVersion)],
  });
  const rows = await tx.query<ServerRow>({
    name: "registry.lockServers",
    text: `select name, latest_version, version_count, revision, origin
      from registry.servers where name = any ($1) order by name for update`,
    values: [names],
  });
  const fresh = new Set(made.map(({ name }) => name));
  return rows.map((row) => ({ ...lockedOf(row), ...(fresh.has(row.name) ? { versionCount: 0 } : {}) }));
}

/** Some versions of several servers with their documents, to be compared with what came. */
export async function findVersionsOfMany(
  tx: Transaction,
  wanted: readonly { readonly name: string; readonly version: string }[],
): Promise<VersionRecord[]> {
  const rows = await tx.query<VersionRow>({
    name: "registry.findVersionsOfMany",
    text: `select ${VERSION_COLUMNS} from unnest($1::text[], $2::text[]) as wanted (name, version)
      join registry.versions v on v.server_name = wanted.name and v.version = wanted.version`,
    values: [wanted.map(({ name }) => name), wanted.map(({ version }) => version)],
  });
  return rows.map(recordOfRow);
}

/** The rows, the trail and the feed of many servers: in one transaction, so they stand or fall together. */
export async function writeServers(
  tx: Transaction,
  origin: string,
  writes: readonly ServerImport[],
): Promise<ServerChange[]> {
  await forgetRemotesOfMany(tx, writes);
  for (const records of statements(writes.flatMap(({ versions }) => versions))) await upsertVersions(tx, records);
  await addRemotes(tx, writes);
  const revisions = await finishServers(tx, origin, writes);
  return writes.map(({ server, latestVersion, versions }) => {
    const revision = revisions.get(server.name);
    invariant(revision === server.revision + 1, "a locked server's revision grows by one");
    return { name: server.name, revision, latestVersion, versions };
  });
}

/** Every version as it came; one that was there is replaced. */
async function upsertVersions(tx: Transaction, records: readonly VersionRecord[]): Promise<void> {
  await tx.execute({
    name: "registry.upsertVersions",
    text: `insert into registry.versions as v (server_name, version, status, status_message, status_changed_at,
        published_at, updated_at, arrived_at, document, extra_meta)
      select i.name, i.version, i.status, i.message, i.status_changed_at, i.published_at, i.updated_at, i.arrived_at,
        i.document, i.extra
      from json_to_recordset($1::json) as i (name text, version text, status text, message text,
        status_changed_at timestamptz, published_at timestamptz, updated_at timestamptz, arrived_at timestamptz,
        document json, extra json)
      on conflict (server_name, version) do update set status = excluded.status,
        status_message = excluded.status_message, status_changed_at = excluded.status_changed_at,
        published_at = excluded.published_at, updated_at = excluded.updated_at, arrived_at = excluded.arrived_at,
        document = excluded.document, extra_meta = excluded.extra_meta`,
    values: [versionsText(records)],
  });
}

/** Replaced documents give up their remote URLs, whether or not the new ones have the same. */
async function forgetRemotesOfMany(tx: Transaction, writes: readonly ServerImport[]): Promise<void> {
  const pairs = writes.flatMap(({ server, replaced }) => replaced.map((version) => [server.name, version] as const));
  if (pairs.length === 0) return;
  await tx.execute({
    name: "registry.forgetRemotesOfMany",
    text: `delete from registry.version_remotes r using unnest($1::text[], $2::text[]) as gone (name, version)
      where r.server_name = gone.name and r.version = gone.version`,
    values: [pairs.map(([name]) => name), pairs.map(([, version]) => version)],
  });
}

/**
 * The index that publications are compared with. Two servers may share a URL here: what came from elsewhere is not
 * refused.
 */
async function addRemotes(tx: Transaction, writes: readonly ServerImport[]): Promise<void> {
  const rows = writes.flatMap(({ server, remotes }) => remotes.map((remote) => ({ name: server.name, ...remote })));
  if (rows.length === 0) return;
  await tx.execute({
    name: "registry.addRemotes",
    text: `insert into registry.version_remotes (url, server_name, version)
      select url, name, version from unnest($1::text[], $2::text[], $3::text[]) as r (url, name, version)
      on conflict do nothing`,
    values: [rows.map(({ url }) => url), rows.map(({ name }) => name), rows.map(({ version }) => version)],
  });
}

/** The servers' own rows come last: once they have moved on, readers are notified. */
async function finishServers(
  tx: Transaction,
  origin: string,
  writes: readonly ServerImport[],
): Promise<Map<string, number>> {
  const rows = await tx.query<{ name: string; revision: number }>({
    name: "registry.finishServers",
    text: `with input as materialized (
        select i.name, i.latest_version, i.version_count, i.origin, i.at, i.action, i.version, i.method, i.subject,
          i.token_id, i.request_id, i.detail, i.versions
        from json_to_recordset($1::json) as i (name text, latest_version text, version_count integer, origin text,
          at timestamptz, action text, version text, method text, subject text, token_id text, request_id text,
          detail jsonb, versions jsonb)
      ), server as (
        update registry.servers s set latest_version = i.latest_version, version_count = i.version_count,
          origin = i.origin, revision = s.revision + 1
        from input i where s.name = i.name returning s.name, s.revision
      ), trail as (
        insert into registry.audit (at, action, server_name, version, actor_method, actor_subject, token_id, request_id, detail)
        select at, action, name, version, method, subject, token_id, request_id, detail from input
      ), feed as (
        insert into kit.outbox (origin, topic, payload)
        select $2, '${SERVERS_TOPIC}',
          jsonb_build_object('name', s.name, 'revision', s.revision, 'versions', i.versions)
        from server s join input i on i.name = s.name
      )
      select name, revision from server`,
    values: [JSON.stringify(writes.map(finishOf)), origin],
  });
  return new Map(rows.map(({ name, revision }) => [name, revision]));
}

function finishOf({ server, latestVersion, versionCount, origin, versions, audit }: ServerImport) {
  // A reader asks for the announced versions and gets the server with them, so there must be one.
  const announced = versions.length > 0 ? versions.map(({ version }) => version) : [latestVersion];
  return {
    name: server.name,
    latest_version: latestVersion,
    version_count: versionCount,
    origin,
    at: formatInstant(audit.at),
    action: audit.action,
    version: audit.version,
    method: audit.author.method,
    subject: audit.author.subject,
    token_id: audit.author.tokenId ?? null,
    request_id: audit.requestId,
    detail: audit.detail,
    versions: announced,
  };
}

/** Cuts records into as many statements as their size asks for. */
function* statements(records: readonly VersionRecord[]): Iterable<VersionRecord[]> {
  let open: VersionRecord[] = [];
  let characters = 0;
  for (const record of records) {
    const more = record.document.length + (record.extraMeta?.length ?? 0);
    if (open.length > 0 && characters + more > MAX_STATEMENT_CHARACTERS) {
      yield open;
      [open, characters] = [[], 0];
    }
    open.push(record);
    characters += more;
  }
  if (open.length > 0) yield open;
}
