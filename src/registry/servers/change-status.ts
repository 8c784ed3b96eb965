/** Changes of status: of one version, of all versions of a server at once, and deletion, which is one of them. */
import { formatInstant, type Instant } from "../../kit/time/instant.ts";
import { changeInstant, eventOf, shown, type ChangeContext, type ChangeDeps } from "./change.ts";
import type { CatalogueServer } from "./core/catalogue.ts";
import type { Entry } from "./core/entry.ts";
import { latestAfter } from "./core/latest-after.ts";
import { decideStatusChange, type ServerStatus } from "./core/status.ts";
import { holdOf } from "./core/status-hold.ts";
import type { VersionRecord } from "./core/version-record.ts";
import { serverErrors } from "./errors.ts";
import type { LockedServer, ServerTransaction } from "./store.ts";

/** What `origin` says of a server that belongs to this registry. */
const LOCAL_ORIGIN = "local";

export interface WantedStatus {
  readonly status: ServerStatus;
  readonly statusMessage?: string | undefined;
}

/** Sets the status of one version. `latest` means the version that it names once the server is locked. */
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
    const after = decided(before, wanted, changeInstant(deps.clock, before.updatedAt));
    return { change: await writeStatus(tx, server, [before], [after], target, wanted, context), target };
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
    const after = decided(before, deleted, changeInstant(deps.clock, before.updatedAt));
    return { change: await writeStatus(tx, server, [before], [after], target, deleted, context, "delete"), target };
  });
  await deps.model.applied(done.change);
  return shown(deps.model, name, done.target);
}

/** Sets the status of every version of a server in one transaction. Versions that have it already stay as they are. */
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
    const differing = heads.filter((head) => decideStatusChange(head, wanted).kind === "change");
    if (differing.length === 0) throw serverErrors.noChangeInAny();
    const before = await tx.findVersions(
      name,
      differing.map((head) => head.version),
    );
    const newest = before.reduce((latest, record) => Math.max(latest, record.updatedAt), 0) as Instant;
    const at = changeInstant(deps.clock, newest);
    const after = before.map((record) => decided(record, wanted, at));
    // Those that the upstream has given this status already must not come back either.
    const same = heads.filter((head) => !differing.includes(head)).map((head) => head.version);
    if (server.origin !== LOCAL_ORIGIN && same.length > 0) {
      await holdAgainstUpstream(tx, server, await tx.findVersions(name, same));
    }
    return writeStatus(tx, server, before, after, null, wanted, context);
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

async function writeStatus(
  tx: ServerTransaction,
  server: LockedServer,
  before: readonly VersionRecord[],
  after: readonly VersionRecord[],
  version: string | null,
  wanted: WantedStatus,
  context: ChangeContext,
  action: "status" | "status-all" | "delete" = version === null ? "status-all" : "status",
) {
  await refuseTakenRemotes(tx, server.name, before, wanted.status);
  const heads = await tx.listVersions(server.name);
  const latestVersion = latestAfter(heads, after);
  const at = after.reduce((newest, record) => Math.max(newest, record.updatedAt), 0) as Instant;
  const detail = {
    status: wanted.status,
    statusMessage: wanted.statusMessage || null,
    before: before.slice(0, 100).map((record) => ({
      version: record.version,
      status: record.status,
      statusMessage: record.statusMessage,
    })),
    versions: after.length,
  };
  const change = await tx.write({
    server,
    latestVersion,
    versionCount: server.versionCount,
    origin: server.origin,
    versions: after,
    remotes: [],
    replacesDocuments: false,
    audit: { at, action, version, author: context.author, requestId: context.requestId, detail },
    event: eventOf("status", server, version, formatInstant(at), latestVersion, {
      status: wanted.status,
      statusMessage: wanted.statusMessage || null,
    }),
  });
  await holdAgainstUpstream(tx, server, after);
  return change;
}

/** What was set here on versions of an upstream lasts until `active` is set here. */
async function holdAgainstUpstream(
  tx: ServerTransaction,
  { name, origin }: LockedServer,
  after: readonly VersionRecord[],
): Promise<void> {
  if (origin === LOCAL_ORIGIN) return;
  const lifted = after.filter(({ status }) => status === "active").map(({ version }) => version);
  if (lifted.length > 0) await tx.liftHolds(name, lifted);
  await tx.hold(after.map(holdOf).filter((hold) => hold !== undefined));
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
