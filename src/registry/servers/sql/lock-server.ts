/** Locking and looking: what a change of a server must know before it writes. */
import { invariant } from "../../../kit/errors/invariant.ts";
import type { Transaction } from "../../../kit/sql/database.ts";
import type { Instant } from "../../../kit/time/instant.ts";
import type { ServerStatus } from "../core/status.ts";
import type { VersionRecord } from "../core/version-record.ts";
import type { LockedServer, PublishFacts, VersionHead } from "../store.ts";
import { recordOfRow, VERSION_COLUMNS } from "./read-servers.ts";

export interface ServerRow {
  readonly name: string;
  readonly latest_version: string;
  readonly version_count: number;
  readonly revision: number;
  readonly origin: string;
}

/** The server's row, locked: writers of one server queue here. */
export async function lockServer(tx: Transaction, name: string): Promise<LockedServer | undefined> {
  const [row] = await tx.query<ServerRow>({
    name: "registry.lockServer",
    text: `select name, latest_version, version_count, revision, origin
      from registry.servers where name = $1 for update`,
    values: [name],
  });
  return row && lockedOf(row);
}

/**
 * The same for a publication, which makes the server when there is none, and holds the URLs of its remotes: in one round
 * trip, because others wait. The server always comes before the URLs, so that no two writers wait for each other. A new
 * row counts one version, which the same transaction writes.
 */
export async function lockToPublish(
  tx: Transaction,
  name: string,
  firstVersion: string,
  urls: readonly string[],
): Promise<LockedServer> {
  const [row] = await tx.query<ServerRow & { is_new: boolean }>({
    name: "registry.lockToPublish",
    text: LOCK_TO_PUBLISH,
    values: [name, firstVersion, urls],
  });
  if (row) return { ...lockedOf(row), ...(row.is_new ? { versionCount: 0 } : {}) };
  // Another transaction made it while we waited.
  const other = await lockServer(tx, name);
  invariant(other, "a server that is there can be locked: servers are never removed");
  await lockRemotes(tx, urls);
  return other;
}

const LOCK_TO_PUBLISH = `
with known as materialized (
  select name, latest_version, version_count, revision, origin, false as is_new
  from registry.servers where name = $1 for update
), made as (
  insert into registry.servers (name, latest_version, version_count, revision)
  select $1, $2, 1, 0 where not exists (select from known)
  on conflict (name) do nothing
  returning name, latest_version, version_count, revision, origin, true as is_new
), server as materialized (
  select name, latest_version, version_count, revision, origin, is_new from known
  union all select name, latest_version, version_count, revision, origin, is_new from made
)
select name, latest_version, version_count, revision, origin, is_new, (
  select count(pg_advisory_xact_lock(key))
  from (select distinct hashtextextended(url, 8128) as key from unnest($3::text[]) as url
    where server.name is not null order by key) as keys
) as held
from server`;

/** Advisory locks on remote URLs, in one order for all, so that no two transactions wait for each other. */
export async function lockRemotes(tx: Transaction, urls: readonly string[]): Promise<void> {
  if (urls.length === 0) return;
  await tx.query({
    name: "registry.lockRemotes",
    text: `select pg_advisory_xact_lock(key) from
      (select distinct hashtextextended(url, 8128) as key from unnest($1::text[]) as url order by key) as keys`,
    values: [urls],
  });
}

/** Everything that a publication is decided by, in one round trip, after the lock. */
export async function publishFacts(
  tx: Transaction,
  name: string,
  version: string,
  remoteUrls: readonly string[],
): Promise<PublishFacts> {
  const [row] = await tx.query<{
    duplicate: boolean;
    version: string | null;
    status: ServerStatus;
    status_message: string | null;
    published_at: Instant;
    taken_url: string | null;
    taken_by: string;
  }>({
    name: "registry.publishFacts",
    text: `select exists (select from registry.versions where server_name = $1 and version = $2) as duplicate,
        v.version, v.status, v.status_message, v.published_at, taken.url as taken_url, taken.server_name as taken_by
      from (select) as one left join registry.servers s on s.name = $1
      left join registry.versions v on v.server_name = s.name and v.version = s.latest_version
      left join lateral (${takenAmong("$3", "$1")}) as taken on true`,
    values: [name, version, remoteUrls],
  });
  invariant(row, "a select without a filter answers a row");
  return {
    duplicate: row.duplicate,
    latest: row.version === null ? undefined : headOf({ ...row, version: row.version }),
    takenRemote: row.taken_url === null ? undefined : { url: row.taken_url, serverName: row.taken_by },
  };
}

/** What the documents of a server take, after the lock: another process may have added some that this one has not followed. */
export async function countDocumentBytes(tx: Transaction, name: string): Promise<number> {
  const [row] = await tx.query<{ bytes: number }>({
    name: "registry.countDocumentBytes",
    text: `select coalesce(sum(octet_length(document::text)), 0)::bigint as bytes from registry.versions
      where server_name = $1`,
    values: [name],
  });
  return row?.bytes ?? 0;
}

/** A remote URL that a visible version of another server has. Deleted versions free theirs. */
export async function takenRemote(
  tx: Transaction,
  name: string,
  urls: readonly string[],
): Promise<PublishFacts["takenRemote"]> {
  if (urls.length === 0) return undefined;
  const [row] = await tx.query<{ url: string; server_name: string }>({
    name: "registry.takenRemote",
    text: takenAmong("$1", "$2"),
    values: [urls, name],
  });
  return row && { url: row.url, serverName: row.server_name };
}

function takenAmong(urls: string, name: string): string {
  return `select r.url, r.server_name from registry.version_remotes r
    join registry.versions v on v.server_name = r.server_name and v.version = r.version
    where r.url = any (${urls}::text[]) and r.server_name <> ${name} and v.status <> 'deleted' limit 1`;
}

/** The remote URLs of some versions of a server: to be checked again when they become visible again. */
export async function remotesOf(tx: Transaction, name: string, versions: readonly string[]): Promise<string[]> {
  const rows = await tx.query<{ url: string }>({
    name: "registry.remotesOf",
    text: `select distinct url from registry.version_remotes where server_name = $1 and version = any ($2)`,
    values: [name, versions],
  });
  return rows.map(({ url }) => url);
}

/** All versions of a server without their documents: what `latest` is computed from. At most 10,000. */
export async function listVersionHeads(tx: Transaction, name: string): Promise<VersionHead[]> {
  const rows = await tx.query<Parameters<typeof headOf>[0]>({
    name: "registry.listVersionHeads",
    text: `select version, status, status_message, published_at from registry.versions where server_name = $1`,
    values: [name],
  });
  return rows.map(headOf);
}

/** Some versions with their documents, to be written back changed. */
export async function findVersions(
  tx: Transaction,
  name: string,
  versions: readonly string[],
): Promise<VersionRecord[]> {
  const rows = await tx.query<Parameters<typeof recordOfRow>[0]>({
    name: "registry.findVersions",
    text: `select ${VERSION_COLUMNS} from registry.versions v where v.server_name = $1 and v.version = any ($2)`,
    values: [name, versions],
  });
  return rows.map(recordOfRow);
}

/** A server's row as its writers see it. */
export function lockedOf(row: ServerRow): LockedServer {
  return {
    name: row.name,
    latestVersion: row.latest_version,
    versionCount: row.version_count,
    revision: row.revision,
    origin: row.origin,
  };
}

function headOf(row: {
  version: string;
  status: ServerStatus;
  status_message: string | null;
  published_at: Instant;
}): VersionHead {
  return {
    version: row.version,
    status: row.status,
    statusMessage: row.status_message,
    publishedAt: row.published_at,
  };
}
