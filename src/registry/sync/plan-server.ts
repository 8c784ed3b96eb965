/** Decides what an import writes of one server, while its row is locked. */
import { MAX_SERVER_VERSIONS } from "../publishing/index.ts";
import {
  latestAfter,
  type LockedServer,
  type ServerImport,
  type ServerTransaction,
  type StatusHold,
  type VersionRecord,
  withHold,
} from "../servers/index.ts";
import { chooseLatest } from "./core/choose-latest.ts";
import type { ServerGroup } from "./group-entries.ts";
import type { ImportCounts, ImportProblem } from "./import-report.ts";
import type { ImportEntry } from "./read-entry.ts";

export interface Planned {
  /** Undefined when everything is as it was. */
  readonly write: Omit<ServerImport, "audit"> | undefined;
  readonly counts: Omit<ImportCounts, "problems">;
  readonly problems: readonly ImportProblem[];
}

export interface Standing {
  readonly as: "mirror" | "local";
  /** The values of a mirrored server's `origin`. */
  readonly originName: string;
}

/** The stored state of the versions that a source names. */
export interface Known {
  readonly stored: ReadonlyMap<string, VersionRecord>;
  /** Statuses that were set here and last. */
  readonly held: ReadonlyMap<string, StatusHold>;
}

/**
 * A server of this registry's own is left alone by a mirror. Otherwise versions take the source's state, and versions
 * that the source does not name stay.
 */
export async function planServer(
  tx: Pick<ServerTransaction, "listVersions" | "liftHolds" | "findHolds">,
  server: LockedServer,
  { stored, held }: Known,
  group: ServerGroup,
  { as, originName }: Standing,
): Promise<Planned> {
  if (as === "mirror" && server.versionCount > 0 && server.origin === "local") {
    const reason = "a server of this name was published here";
    const skipped: ImportProblem = { kind: "skipped", name: group.name, version: undefined, reason };
    return {
      write: undefined,
      counts: { imported: 0, unchanged: 0, skipped: group.entries.size },
      problems: [skipped],
    };
  }
  const problems = [...group.problems];
  const given = withinLimit(server, stored, group, problems);
  // A server that becomes this registry's own is as its operator has just said.
  if (as === "local" && held.size > 0) await tx.liftHolds(group.name, [...held.keys()]);
  const entries = as === "local" ? given : given.map((entry) => asHeld(entry, held));
  const changed = entries
    .filter(({ record }) => !isStored(stored.get(record.version), record))
    .map(({ record }) => record);
  const origin = as === "local" ? "local" : originName;
  const latestVersion = await latestAfterImport(tx, server, entries, as, problems);
  const counts = { imported: changed.length, unchanged: entries.length - changed.length, skipped: 0 };
  const isNew = server.versionCount === 0;
  if (!isNew && changed.length === 0 && latestVersion === server.latestVersion && origin === server.origin) {
    return { write: undefined, counts, problems };
  }
  const redocumented = changed.filter((record) => stored.get(record.version)?.document !== record.document);
  return {
    write: {
      server,
      latestVersion,
      versionCount: server.versionCount + changed.filter((record) => !stored.has(record.version)).length,
      origin,
      versions: changed,
      replaced: redocumented.map((record) => record.version).filter((version) => stored.has(version)),
      remotes: redocumented.flatMap((record) => remotesOf(record).map((url) => ({ version: record.version, url }))),
    },
    counts,
    problems,
  };
}

/** An entry as it is kept. The source does not know which version is the latest once its own choice is hidden here. */
function asHeld(entry: ImportEntry, held: ReadonlyMap<string, StatusHold>): ImportEntry {
  const record = withHold(entry.record, held.get(entry.record.version));
  const isHidden = record.status === "deleted" && entry.record.status !== "deleted";
  return record === entry.record ? entry : { ...entry, record, isLatest: entry.isLatest && !isHidden };
}

/** Leaves out the oldest new versions of a server that would have too many. */
function withinLimit(
  server: LockedServer,
  stored: ReadonlyMap<string, VersionRecord>,
  group: ServerGroup,
  problems: ImportProblem[],
): ImportEntry[] {
  const entries = [...group.entries.values()];
  const added = entries.filter(({ record }) => !stored.has(record.version));
  const surplus = server.versionCount + added.length - MAX_SERVER_VERSIONS;
  if (surplus <= 0) return entries;
  added.sort((one, other) => one.record.publishedAt - other.record.publishedAt);
  const dropped = new Set(added.slice(0, surplus));
  const reason = `a server has at most ${MAX_SERVER_VERSIONS} versions`;
  for (const { record } of dropped) problems.push({ kind: "bad", name: group.name, version: record.version, reason });
  return entries.filter((entry) => !dropped.has(entry));
}

/** The latest version once the entries are written; see `chooseLatest`. */
async function latestAfterImport(
  tx: Pick<ServerTransaction, "listVersions" | "findHolds">,
  server: LockedServer,
  entries: readonly ImportEntry[],
  as: Standing["as"],
  problems: ImportProblem[],
): Promise<string> {
  const isNew = server.versionCount === 0;
  const named = entries.map(({ record: { version }, isLatest }) => ({ version, isLatest }));
  const choice = chooseLatest(isNew ? undefined : server.latestVersion, named, as);
  if (choice.kind === "flagged") return choice.version;
  if (choice.kind === "kept" && !(await isFlagHidden(tx, server.name))) return server.latestVersion;
  if (choice.kind === "computed" && choice.flags > 1) {
    const reason = `the source flags ${choice.flags} versions as the latest: it was computed`;
    problems.push({ kind: "altered", name: server.name, version: undefined, reason });
  }
  const stored = isNew ? [] : await tx.listVersions(server.name);
  return latestAfter(
    stored,
    entries.map(({ record }) => record),
  );
}

/** Whether the version that the source flags, and did not name this time, is taken down here. Then its flag is no help. */
async function isFlagHidden(tx: Pick<ServerTransaction, "listVersions" | "findHolds">, name: string): Promise<boolean> {
  const versions = await tx.listVersions(name);
  const holds = await tx.findHolds(versions.map(({ version }) => ({ name, version })));
  const hidden = new Set(holds.filter(({ status }) => status === "deleted").map(({ version }) => version));
  if (hidden.size === 0) return false;
  const atTheSource = versions.map((each) =>
    hidden.has(each.version) ? { ...each, status: "active" as const } : each,
  );
  return hidden.has(latestAfter([], atTheSource));
}

function isStored(before: VersionRecord | undefined, record: VersionRecord): boolean {
  return (
    before !== undefined &&
    before.document === record.document &&
    before.extraMeta === record.extraMeta &&
    before.status === record.status &&
    before.statusMessage === record.statusMessage &&
    before.statusChangedAt === record.statusChangedAt &&
    before.publishedAt === record.publishedAt &&
    before.updatedAt === record.updatedAt
  );
}

/** An entry of the index of remote URLs must fit into a third of a page of PostgreSQL, beside name and version. */
const MAX_REMOTE_BYTES = 1_200;

/** The remote URLs of a document of unchecked form, each once. */
function remotesOf({ document }: VersionRecord): string[] {
  if (!document.includes('"remotes"')) return [];
  const { remotes } = JSON.parse(document) as { remotes?: unknown };
  const urls = (Array.isArray(remotes) ? remotes : []).map((remote) => (remote as { url?: unknown } | null)?.url);
  const texts = urls.filter((url): url is string => typeof url === "string");
  return [...new Set(texts)].filter((url) => Buffer.byteLength(url) <= MAX_REMOTE_BYTES);
}
