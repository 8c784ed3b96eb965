/** Reading servers whole, for the catalogue. */
import type { Database, Queryable } from "../../../kit/sql/database.ts";
import type { Instant } from "../../../kit/time/instant.ts";
import type { ServerStatus } from "../core/status.ts";
import type { ServerChange, VersionRecord } from "../core/version-record.ts";

export interface VersionRow {
  readonly server_name: string;
  readonly version: string;
  readonly status: ServerStatus;
  readonly status_message: string | null;
  readonly status_changed_at: Instant;
  readonly published_at: Instant;
  readonly updated_at: Instant;
  readonly arrived_at: Instant | null;
  readonly document: string;
  readonly extra_meta: string | null;
}

interface RowWithServer extends VersionRow {
  readonly latest_version: string;
  readonly revision: number;
}

export const VERSION_COLUMNS = `v.server_name, v.version, v.status, v.status_message, v.status_changed_at,
  v.published_at, v.updated_at, v.arrived_at, v.document, v.extra_meta`;

const BATCH = 2_000;

/** Everything, in batches of whole servers: the catalogue is built from this at start. */
export async function* streamServers(db: Database): AsyncIterable<ServerChange[]> {
  const text = `select ${VERSION_COLUMNS}, s.latest_version, s.revision
    from registry.servers s join registry.versions v on v.server_name = s.name order by v.server_name`;
  let open: RowWithServer[] = [];
  for await (const rows of db.stream<RowWithServer>({ text }, BATCH)) {
    const all = [...open, ...rows];
    const lastName = all[all.length - 1]?.server_name;
    // The last server may go on in the next batch.
    open = all.filter((row) => row.server_name === lastName);
    yield groupByServer(all.slice(0, all.length - open.length));
  }
  if (open.length > 0) yield groupByServer(open);
}

/** One server, whole: for a reader whose copy is too far behind for single changes. */
export async function readServer(db: Queryable, name: string): Promise<ServerChange | undefined> {
  const rows = await db.query<RowWithServer>({
    name: "registry.readServer",
    text: `select ${VERSION_COLUMNS}, s.latest_version, s.revision
      from registry.servers s join registry.versions v on v.server_name = s.name where s.name = $1`,
    values: [name],
  });
  return groupByServer(rows)[0];
}

/** The changed versions of several servers in one statement, so that a server's row and its versions fit together. */
export async function readChanged(
  db: Queryable,
  changed: ReadonlyMap<string, ReadonlySet<string>>,
): Promise<ServerChange[]> {
  const pairs = [...changed].flatMap(([name, versions]) => [...versions].map((version) => [name, version] as const));
  const rows = await db.query<RowWithServer>({
    name: "registry.readChanged",
    text: `select ${VERSION_COLUMNS}, s.latest_version, s.revision
      from unnest($1::text[], $2::text[]) as wanted (name, version)
      join registry.servers s on s.name = wanted.name
      join registry.versions v on v.server_name = wanted.name and v.version = wanted.version
      order by v.server_name`,
    values: [pairs.map(([name]) => name), pairs.map(([, version]) => version)],
  });
  return groupByServer(rows);
}

/** A version as it is stored, without its server's row. */
export function recordOfRow(row: VersionRow): VersionRecord {
  return {
    serverName: row.server_name,
    version: row.version,
    status: row.status,
    statusMessage: row.status_message,
    statusChangedAt: row.status_changed_at,
    publishedAt: row.published_at,
    updatedAt: row.updated_at,
    arrivedAt: row.arrived_at ?? undefined,
    document: row.document,
    extraMeta: row.extra_meta,
  };
}

function groupByServer(rows: readonly RowWithServer[]): ServerChange[] {
  const servers: (ServerChange & { versions: VersionRecord[] })[] = [];
  for (const row of rows) {
    let server = servers[servers.length - 1];
    if (server?.name !== row.server_name) {
      server = { name: row.server_name, revision: row.revision, latestVersion: row.latest_version, versions: [] };
      servers.push(server);
    }
    server.versions.push(recordOfRow(row));
  }
  return servers;
}
