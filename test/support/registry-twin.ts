/**
 * The registry's slow twin. From the audit trail and the requests of clients it computes the expected tables, and from
 * the tables the expected answers, in the plainest way. Answers problems as sentences.
 */
import { isDeepStrictEqual } from "node:util";
import type { Database } from "../../src/kit/sql/database.ts";
import { formatInstant, type Instant } from "../../src/kit/time/instant.ts";
import { compareVersionsNaively } from "../../src/registry/servers/core/version-order.naive.ts";
import type { AskedWrite, ServerDocument, Status, WantedStatus } from "./registry-writers.ts";

interface Version {
  readonly name: string;
  readonly version: string;
  readonly status: Status;
  readonly message: string | null;
  readonly statusChangedAt: Instant;
  readonly publishedAt: Instant;
  readonly updatedAt: Instant;
  readonly document: ServerDocument;
}

interface ServerRow {
  readonly name: string;
  readonly latest_version: string;
  readonly version_count: number;
  readonly revision: number;
}

interface AuditRow {
  readonly at: Instant;
  readonly action: string;
  readonly server_name: string;
  readonly request_id: string;
}

/** Everything that a registry has stored, as one state of the database. */
export interface StoredRegistry {
  readonly servers: readonly ServerRow[];
  readonly versions: readonly Version[];
  readonly remotes: readonly { readonly url: string; readonly server_name: string; readonly version: string }[];
  readonly audit: readonly AuditRow[];
  readonly announced: number;
}

export async function readStored(db: Database): Promise<StoredRegistry> {
  return db.snapshot(async (tx) => {
    const rows = await tx.query<Omit<Version, "document"> & { document: string }>({
      name: "twin.versions",
      text: `select server_name as name, version, status, status_message as message,
          status_changed_at as "statusChangedAt", published_at as "publishedAt", updated_at as "updatedAt", document
        from registry.versions order by server_name, version`,
    });
    const [announced] = await tx.query<{ count: number }>({
      name: "twin.announced",
      text: "select count(*) as count from kit.outbox where topic = 'registry.servers'",
    });
    return {
      servers: await tx.query<ServerRow>({
        name: "twin.servers",
        text: "select name, latest_version, version_count, revision from registry.servers order by name",
      }),
      versions: rows.map((row) => ({ ...row, document: JSON.parse(row.document) as ServerDocument })),
      remotes: await tx.query({
        name: "twin.remotes",
        text: "select url, server_name, version from registry.version_remotes order by url, server_name, version",
      }),
      audit: await tx.query<AuditRow>({
        name: "twin.audit",
        text: "select at, action, server_name, request_id from registry.audit order by id",
      }),
      announced: announced?.count ?? 0,
    };
  });
}

/**
 * The problems of the tables: an acknowledged write that is missing, a write of which only a part is there, a `latest`
 * that is not the highest, a remote URL that two visible servers have.
 */
export function storedProblems(
  stored: StoredRegistry,
  asked: ReadonlyMap<string, AskedWrite>,
  acknowledged: ReadonlySet<string>,
): string[] {
  const problems: string[] = [];
  const kept = new Set(stored.audit.map((row) => row.request_id));
  for (const id of acknowledged) if (!kept.has(id)) problems.push(`the acknowledged ${id} is lost`);
  if (kept.size !== stored.audit.length) problems.push("a request has two rows in the trail");
  if (stored.announced !== stored.audit.length) {
    problems.push(`${stored.audit.length} writes, of which ${stored.announced} are in the change feed`);
  }

  const replayed = replay(stored.audit, asked, problems);
  for (const version of stored.versions) {
    const expected = replayed.get(keyOf(version));
    if (!isDeepStrictEqual(expected, version)) {
      problems.push(`stored ${JSON.stringify(version)}, replayed ${JSON.stringify(expected)}`);
    }
  }
  if (replayed.size !== stored.versions.length) {
    problems.push(`${replayed.size} versions replayed, ${stored.versions.length} stored`);
  }
  problems.push(...serverProblems(stored), ...remoteProblems(stored));
  return problems;
}

function serverProblems({ servers, versions, audit }: StoredRegistry): string[] {
  return servers.flatMap(({ name, latest_version, version_count, revision }) => {
    const own = versions.filter((version) => version.name === name);
    const writes = audit.filter((row) => row.server_name === name).length;
    return [
      ...(latestOf(own) === latest_version ? [] : [`latest of ${name} is ${latest_version}, not ${latestOf(own)}`]),
      ...(own.length === version_count ? [] : [`${name} counts ${version_count} of ${own.length} versions`]),
      ...(writes === revision ? [] : [`${name} is at revision ${revision} after ${writes} writes`]),
    ];
  });
}

function remoteProblems({ versions, remotes }: StoredRegistry): string[] {
  const textOf = (url: string, name: string, version: string): string => JSON.stringify([url, name, version]);
  const expected = versions.flatMap(({ document, name, version }) =>
    (document.remotes ?? []).map(({ url }) => textOf(url, name, version)),
  );
  const stored = remotes.map((row) => textOf(row.url, row.server_name, row.version));
  const problems = isDeepStrictEqual(expected.toSorted(), stored.toSorted())
    ? []
    : ["the remote URLs are not the documents'"];
  const owners = new Map<string, string>();
  for (const { status, document, name } of versions) {
    if (status === "deleted") continue;
    for (const { url } of document.remotes ?? []) {
      const owner = owners.get(url) ?? name;
      if (owner !== name) problems.push(`${url} belongs to ${owner} and to ${name}`);
      owners.set(url, owner);
    }
  }
  return problems;
}

/** The expected state of each version after every write of the trail, one after the other. */
function replay(
  audit: readonly AuditRow[],
  asked: ReadonlyMap<string, AskedWrite>,
  problems: string[],
): Map<string, Version> {
  const versions = new Map<string, Version>();
  for (const { request_id: id, at, action, server_name: name } of audit) {
    const write = asked.get(id);
    if (!write || write.kind !== action || write.name !== name) {
      problems.push(`the trail has ${action} of ${name} (${id}), which was never requested`);
      continue;
    }
    if (write.kind === "status-all") {
      for (const before of versions.values()) {
        if (before.name === name) versions.set(keyOf(before), withStatus(before, write.wanted, at));
      }
      continue;
    }
    const before = versions.get(keyOf(write));
    const times = { statusChangedAt: at, publishedAt: at, updatedAt: at };
    if (write.kind === "publish" && !before) {
      const { version, document } = write;
      versions.set(keyOf(write), { name, version, status: "active", message: null, ...times, document });
    } else if (write.kind === "publish" || !before) {
      problems.push(`${id}, a ${write.kind}, was accepted out of turn`);
    } else if (write.kind === "edit") {
      versions.set(keyOf(write), { ...before, updatedAt: at, document: write.document });
    } else {
      const wanted: WantedStatus = write.kind === "status" ? write.wanted : { status: "deleted" };
      versions.set(keyOf(write), withStatus(before, wanted, at));
    }
  }
  return versions;
}

function withStatus(before: Version, { status, statusMessage }: WantedStatus, at: Instant): Version {
  const message = statusMessage ?? null;
  if (before.status === status && before.message === message) return before;
  const statusChangedAt = before.status === status ? before.statusChangedAt : at;
  return { ...before, status, message, statusChangedAt, updatedAt: at };
}

function keyOf({ name, version }: { readonly name: string; readonly version: string }): string {
  return `${name} ${version}`;
}

function latestOf(versions: readonly Version[]): string | undefined {
  const visible = versions.filter(({ status }) => status !== "deleted");
  return (visible.length > 0 ? visible : versions).toSorted(compareVersionsNaively).at(-1)?.version;
}

/** The problems in a registry's answers: each list, walked page by page over HTTP, against the tables. */
export async function servedProblems(url: string, stored: StoredRegistry): Promise<string[]> {
  const byName = new Map<string, Version[]>();
  for (const version of stored.versions) byName.set(version.name, [...(byName.get(version.name) ?? []), version]);
  const latest = new Map([...byName].map(([name, versions]) => [name, latestOf(versions)]));
  const isLatest = (version: Version): boolean => latest.get(version.name) === version.version;
  const render = (versions: readonly Version[]) => versions.map((version) => responseOf(version, isLatest(version)));

  const all = stored.versions.toSorted(byKey);
  const visible = all.filter(({ status }) => status !== "deleted");
  const newest = all.toSorted((one, other) => other.updatedAt - one.updatedAt || byKey(other, one));
  return [
    ...(await listProblems(url, "include_deleted=true&limit=100", render(all))),
    ...(await listProblems(url, "limit=100", render(visible))),
    ...(await listProblems(url, "include_deleted=true&version=latest&limit=37", render(all.filter(isLatest)))),
    ...(await listProblems(url, "include_deleted=true&sort=updated&limit=100", render(newest))),
  ];
}

async function listProblems(url: string, query: string, expected: readonly object[]): Promise<string[]> {
  const served = await walk(url, query);
  const differs = expected.findIndex((each, at) => !isDeepStrictEqual(each, served[at]));
  if (differs < 0 && served.length === expected.length) return [];
  const at = differs < 0 ? expected.length : differs;
  return [
    `${url} ${query}: ${served.length} served, ${expected.length} stored; at ${at} ` +
      `${JSON.stringify(served[at])} instead of ${JSON.stringify(expected[at])}`,
  ];
}

async function walk(url: string, query: string): Promise<object[]> {
  const rows: object[] = [];
  let cursor: string | undefined;
  do {
    const next = cursor === undefined ? "" : `&cursor=${encodeURIComponent(cursor)}`;
    const response = await fetch(`${url}/v0.1/servers?${query}${next}`);
    const page = (await response.json()) as { servers: object[]; metadata: { nextCursor?: string } };
    rows.push(...page.servers);
    cursor = page.metadata.nextCursor;
  } while (cursor !== undefined);
  return rows;
}

function responseOf(version: Version, isLatest: boolean): object {
  return {
    server: version.document,
    _meta: {
      "io.modelcontextprotocol.registry/official": {
        status: version.status,
        ...(version.message === null ? {} : { statusMessage: version.message }),
        statusChangedAt: formatInstant(version.statusChangedAt),
        publishedAt: formatInstant(version.publishedAt),
        updatedAt: formatInstant(version.updatedAt),
        isLatest,
      },
    },
  };
}

function byKey(one: Version, other: Version): number {
  if (one.name !== other.name) return one.name < other.name ? -1 : 1;
  return one.version < other.version ? -1 : 1;
}
