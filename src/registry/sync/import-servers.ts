/** Takes in servers from elsewhere, as they are: a file, an export, an upstream. */
import type { Ids } from "../../kit/ids/ids.ts";
import type { Lease } from "../../kit/sql/lease.ts";
import type { Clock } from "../../kit/time/clock.ts";
import type {
  Author,
  ReadModel,
  ServerImport,
  ServerStore,
  ServerTransaction,
  StatusHold,
  VersionRecord,
} from "../servers/index.ts";
import { groupEntries, type ServerGroup } from "./group-entries.ts";
import { addCounts, NO_COUNTS, type ImportCounts, type ImportProblem } from "./import-report.ts";
import { planServer, type Planned, type Standing } from "./plan-server.ts";

export interface ImportDeps {
  readonly servers: Pick<ServerStore, "inTransaction">;
  readonly clock: Clock;
  readonly ids: Ids;
  /** The catalogue of this process, where it serves one. Others follow by the change feed. */
  readonly model?: Pick<ReadModel, "applied"> | undefined;
}

export interface ImportOptions {
  /**
   * `mirror`: the servers follow `originName`, and servers of this registry's own are left alone.
   * `local`: they are this registry's own from now on, and existing ones are overwritten.
   */
  readonly as: Standing["as"];
  /** 1 to 100 characters, not `local`. */
  readonly originName: string;
  readonly author: Author;
  /** The source names each server once, all its versions together. Spares the memory for the whole of it. */
  readonly ordered?: boolean;
  readonly onProblem?: ((problem: ImportProblem) => void) | undefined;
  /** Called and waited for after each transaction, with the counts so far, and the servers that are written as a whole by it. */
  readonly onProgress?: ((counts: ImportCounts, written: readonly string[]) => unknown) | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Under which every transaction writes: one whose lease has passed on writes nothing and throws `LeaseLost`. */
  readonly lease?: Lease | undefined;
}

/** A transaction of this many versions, of some kilobytes each, takes about a tenth of a second. */
const BATCH_VERSIONS = 500;
const BATCH_CHARACTERS = 4 * 1024 * 1024;

/**
 * Imports a stream of ServerResponses. Timestamps, statuses and flags are kept as given. Entries that cannot be kept
 * go to `onProblem` and are left out. Unchanged entries cost no write. Nothing is ever removed. The versions of one
 * server that the source has together become visible together.
 *
 * @throws what the source or the database throws, or the signal's reason. Earlier writes stay.
 */
export async function importServers(
  deps: ImportDeps,
  source: AsyncIterable<unknown>,
  options: ImportOptions,
): Promise<ImportCounts> {
  let counts = NO_COUNTS;
  const tell = (problem: ImportProblem): void => {
    if (problem.kind !== "skipped") counts = addCounts(counts, { problems: 1 });
    options.onProblem?.(problem);
  };
  const requestId = deps.ids.next("imp");
  /** @param next a server of which the batch holds a part only, if it holds any */
  const flush = async (batch: readonly ServerGroup[], next?: string): Promise<void> => {
    options.signal?.throwIfAborted();
    for (const planned of await writeBatch(deps, batch, options, requestId)) {
      counts = addCounts(counts, planned.counts);
      for (const problem of planned.problems) tell(problem);
    }
    await options.onProgress?.(
      counts,
      batch.map(({ name }) => name).filter((name) => name !== next),
    );
  };

  let batch: ServerGroup[] = [];
  let versions = 0;
  let characters = 0;
  for await (const group of groupEntries(source, { ordered: options.ordered ?? false, onBad: tell })) {
    const grown = versions + group.entries.size > BATCH_VERSIONS || characters + group.characters > BATCH_CHARACTERS;
    // One server twice in a batch would be locked once and written twice.
    if (batch.length > 0 && (grown || batch.some(({ name }) => name === group.name))) {
      await flush(batch, group.name);
      [batch, versions, characters] = [[], 0, 0];
    }
    batch.push(group);
    versions += group.entries.size;
    characters += group.characters;
  }
  if (batch.length > 0) await flush(batch);
  return counts;
}

async function writeBatch(
  deps: ImportDeps,
  batch: readonly ServerGroup[],
  options: ImportOptions,
  requestId: string,
): Promise<readonly Planned[]> {
  const { planned, changes } = await deps.servers.inTransaction(async (tx) => {
    if (options.lease) await tx.assertLease(options.lease);
    const plans = await planBatch(tx, batch, options);
    const at = deps.clock.now();
    const writes = plans.flatMap(({ write }): ServerImport[] => {
      if (!write) return [];
      const { origin, latestVersion } = write;
      const versions = write.versions.map((record) => ({ ...record, arrivedAt: at }));
      const version = versions.length === 1 ? (versions[0]?.version ?? null) : null;
      // Where the entry is of one version, it names that one.
      const changed = version === null ? { changed: versions.map((record) => record.version) } : {};
      const detail = { origin, latestVersion, versions: versions.length, ...changed };
      return [
        { ...write, versions, audit: { at, action: "import", version, author: options.author, requestId, detail } },
      ];
    });
    return { planned: plans, changes: writes.length > 0 ? await tx.writeAll(writes) : [] };
  });
  for (const change of changes) await deps.model?.applied(change);
  return planned;
}

async function planBatch(
  tx: ServerTransaction,
  batch: readonly ServerGroup[],
  standing: Standing,
): Promise<readonly Planned[]> {
  const servers = await tx.lockOrCreateAll(
    batch.map(({ name, entries }) => ({ name, firstVersion: entries.keys().next().value ?? "" })),
  );
  const byName = new Map(servers.map((server) => [server.name, server]));
  const existing = batch.filter(({ name }) => (byName.get(name)?.versionCount ?? 0) > 0);
  const wanted = existing.flatMap(({ name, entries }) => [...entries.keys()].map((version) => ({ name, version })));
  const stored = new Map<string, Map<string, VersionRecord>>();
  for (const record of wanted.length > 0 ? await tx.findAll(wanted) : []) {
    const versions = stored.get(record.serverName) ?? new Map<string, VersionRecord>();
    stored.set(record.serverName, versions.set(record.version, record));
  }
  const held = new Map<string, Map<string, StatusHold>>();
  for (const hold of wanted.length > 0 ? await tx.findHolds(wanted) : []) {
    const versions = held.get(hold.serverName) ?? new Map<string, StatusHold>();
    held.set(hold.serverName, versions.set(hold.version, hold));
  }
  const planned: Planned[] = [];
  for (const group of batch) {
    const server = byName.get(group.name);
    if (!server) continue;
    const known = { stored: stored.get(group.name) ?? new Map(), held: held.get(group.name) ?? new Map() };
    planned.push(await planServer(tx, server, known, group, standing));
  }
  return planned;
}
