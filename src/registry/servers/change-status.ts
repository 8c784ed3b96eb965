/** Changes of status: of one version, of all versions of a server at once, and deletion, which is one of them. */
import { formatInstant, type Instant } from "../../kit/time/instant.ts";
import { changeInstant, eventOf, shown, type ChangeContext, type ChangeDeps } from "./change.ts";
import type { CatalogueServer } from "./core/catalogue.ts";
import type { Entry } from "./core/entry.ts";
import { latestAfter } from "./core/latest-after.ts";
import { decideStatusChange, type ServerStatus } from "./core/status.ts";
import { holdOf } from "./core/status-hold.ts";
import type { ServerChange, VersionRecord } from "./core/version-record.ts";
import { serverErrors } from "./errors.ts";
import type { LockedServer, ServerTransaction, VersionHead } from "./store.ts";

/** The `origin` of a server that belongs to this registry. */
const LOCAL_ORIGIN = "local";

export interface WantedStatus {
  readonly status: ServerStatus;
  readonly statusMessage?: string | undefined;
}

/**
 * Sets the status of one version. `latest` means the version that it names once the server is locked. A version of an upstream
 * that has the status already is held in it.
 */
export async function changeStatus(
  deps: ChangeDeps,
  name: string,
  version: string,
  wanted: WantedStatus,
  context: ChangeContext,
): Promise<Entry> {
  const done = await deps.servers.inTransaction(async (tx) => {
    const server = await tx.lock(name);
    if (!server) throw serverErrors.versionNotFound();
    const target = version === "latest" ? server.latestVersion : version;
    const before = await tx.findVersion(name, target);
    if (!before) throw serverErrors.versionNotFound();
    const held = hasStatus(before, wanted) ? await withoutHold(tx, server, [before]) : [];
    const at = changeInstant(deps.clock, before.updatedAt);
    const after = held.length > 0 ? [] : [decided(before, wanted, at)];
    const write = { server, before: [before], after, held, at, version: target, action: "status" } as const;
    return { change: await writeStatus(deps, tx, write, wanted, context), target };
  });
  await deps.model.applied(done.change);
  return shown(deps.model, name, done.target);
}

/** Hides one version. A version that is deleted already is not there to be deleted. */
export async function deleteVersion(
  deps: ChangeDeps,
  name: string,
  version: string,
  context: ChangeContext,
): Promise<Entry> {
  const done = await deps.servers.inTransaction(async (tx) => {
    const server = await tx.lock(name);
    if (!server) throw serverErrors.notFound();
    const target = version === "latest" ? server.latestVersion : version;
    const before = await tx.findVersion(name, target);
    if (!before || before.status === "deleted") throw serverErrors.notFound();
    const deleted = { status: "deleted" } as const;
    const at = changeInstant(deps.clock, before.updatedAt);
    const after = [decided(before, deleted, at)];
    const write = { server, before: [before], after, held: [], at, version: target, action: "delete" } as const;
    return { change: await writeStatus(deps, tx, write, deleted, context), target };
  });
  await deps.model.applied(done.change);
  return shown(deps.model, name, done.target);
}

/**
 * Sets the status of every version of a server in one transaction. Versions that have it already stay as they are; those of
 * an upstream are held in it.
 */
export async function changeAllStatuses(
  deps: ChangeDeps,
  name: string,
  wanted: WantedStatus,
  context: ChangeContext,
): Promise<CatalogueServer> {
  const change = await deps.servers.inTransaction(async (tx) => {
    const server = await tx.lock(name);
    if (!server) throw serverErrors.notFound();
    if (wanted.status === "active" && wanted.statusMessage) throw serverErrors.messageOnActive();
    const heads = await tx.listVersions(name);
    const differing = heads.filter((head) => !hasStatus(head, wanted));
    const toHold = await withoutHold(
      tx,
      server,
      heads.filter((head) => hasStatus(head, wanted)),
    );
    if (differing.length + toHold.length === 0) throw serverErrors.noChangeInAny();
    const before = await tx.findVersions(name, [...differing, ...toHold].map(versionOf));
    const newest = before.reduce((latest, record) => Math.max(latest, record.updatedAt), 0) as Instant;
    const at = changeInstant(deps.clock, newest);
    const held = before.filter((record) => hasStatus(record, wanted));
    const after = before.filter((record) => !hasStatus(record, wanted)).map((record) => decided(record, wanted, at));
    return writeStatus(
      deps,
      tx,
      { server, before, after, held, at, version: null, action: "status-all" },
      wanted,
      context,
    );
  });
  await deps.model.applied(change);
  const server = deps.model.catalogue.find(name);
  if (!server) throw serverErrors.notFound();
  return server;
}

function decided(before: VersionRecord, wanted: WantedStatus, at: Instant): VersionRecord {
  const decision = decideStatusChange(before, wanted);
  if (decision.kind === "refused") {
    throw decision.why === "noChange" ? serverErrors.noChange() : serverErrors.messageOnActive();
  }
  return {
    ...before,
    status: decision.status,
    statusMessage: decision.statusMessage,
    statusChangedAt: decision.statusChanged ? at : before.statusChangedAt,
    updatedAt: at,
  };
}

/** Whether a version has a status and its message already. */
function hasStatus(current: Pick<VersionHead, "status" | "statusMessage">, wanted: WantedStatus): boolean {
  const decision = decideStatusChange(current, wanted);
  return decision.kind === "refused" && decision.why === "noChange";
}

function versionOf({ version }: { readonly version: string }): string {
  return version;
}

/**
 * Those of some versions of an upstream whose status only the upstream has given, so that it could take it back. To give them
 * the same status here holds them, though readers see no change.
 */
async function withoutHold<Version extends Pick<VersionHead, "version" | "status" | "statusMessage">>(
  tx: ServerTransaction,
  { name, origin }: LockedServer,
  versions: readonly Version[],
): Promise<Version[]> {
  if (origin === LOCAL_ORIGIN) return [];
  const found = await tx.findHolds(versions.map(({ version }) => ({ name, version })));
  const holds = new Map(found.map((hold) => [hold.version, hold]));
  return versions.filter(({ version, status, statusMessage }) => {
    const hold = holds.get(version);
    return status !== "active" && !(hold?.status === status && hold.statusMessage === statusMessage);
  });
}

interface StatusWrite {
  readonly server: LockedServer;
  /** The versions that the request changes or holds, as they were. */
  readonly before: readonly VersionRecord[];
  /** Those that change. */
  readonly after: readonly VersionRecord[];
  /** Those that have the status already, and are held from now on. */
  readonly held: readonly VersionRecord[];
  readonly at: Instant;
  /** Null for all. */
  readonly version: string | null;
  readonly action: "status" | "status-all" | "delete";
}

async function writeStatus(
  { storage }: Pick<ChangeDeps, "storage">,
  tx: ServerTransaction,
  { server, before, after, held, at, version, action }: StatusWrite,
  { status, statusMessage }: WantedStatus,
  { author, requestId }: ChangeContext,
): Promise<ServerChange> {
  await refuseTakenRemotes(tx, server.name, before, status);
  await storage.forStatuses(tx, author, after.length + held.length);
  const latestVersion = latestAfter(await tx.listVersions(server.name), after);
  const set = { status, statusMessage: statusMessage || null };
  const detail = {
    ...set,
    before: before.slice(0, 100).map((record) => ({
      version: record.version,
      status: record.status,
      statusMessage: record.statusMessage,
    })),
    versions: after.length,
    ...(held.length > 0 ? { held: held.length } : {}),
  };
  const change = await tx.write({
    server,
    latestVersion,
    versionCount: server.versionCount,
    origin: server.origin,
    versions: after,
    remotes: [],
    replacesDocuments: false,
    audit: { at, action, version, author, requestId, detail },
    event: after.length > 0 ? eventOf("status", server, version, formatInstant(at), latestVersion, set) : undefined,
  });
  await holdAgainstUpstream(tx, server, [...after, ...held]);
  return change;
}

/** A status set here on versions of an upstream lasts until `active` is set here. */
async function holdAgainstUpstream(
  tx: ServerTransaction,
  { name, origin }: LockedServer,
  set: readonly VersionRecord[],
): Promise<void> {
  if (origin === LOCAL_ORIGIN) return;
  const lifted = set.filter(({ status }) => status === "active").map(versionOf);
  if (lifted.length > 0) await tx.liftHolds(name, lifted);
  await tx.hold(set.map(holdOf).filter((hold) => hold !== undefined));
}

/** A version that becomes visible again may find its remote URL taken by a server that came in the meantime. */
async function refuseTakenRemotes(
  tx: ServerTransaction,
  name: string,
  before: readonly VersionRecord[],
  status: ServerStatus,
): Promise<void> {
  const restored = before.filter((record) => record.status === "deleted").map((record) => record.version);
  if (status === "deleted" || restored.length === 0) return;
  const urls = await tx.remotesOf(name, restored);
  await tx.lockRemotes(urls);
  const taken = await tx.takenRemote(name, urls);
  if (taken) {
    throw serverErrors.statusRefused({
      reason: `remote URL ${taken.url} is already used by server ${taken.serverName}`,
    });
  }
}
