/** Save sources on a real folder and a real database, and a real clock that is in a hurry. */
import { mkdir, rename, rm, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach } from "vitest";
import { acquireLease } from "../../src/kit/sql/lease.ts";
import { systemClock } from "../../src/kit/time/clock.ts";
import { serverLeaseName } from "../../src/players/presence/index.ts";
import { runSaveSource, type SaveSourceOptions, type SourceEnd } from "../../src/players/saves/save-source.ts";
import type { SaveSourceStatus } from "../../src/players/saves/core/source-status.ts";
import type { SavedBatch, SaveStore } from "../../src/players/saves/store.ts";
import { keptLog, type KeptLog } from "./kept-log.ts";
import { until } from "./rcon.ts";
import type { SavesWorld } from "./save-batches.ts";
import { temporaryFolder } from "./temporary-folder.ts";

export interface RunningSource {
  readonly log: KeptLog;
  /** Batches that were given to storage. */
  readonly batches: SavedBatch[];
  readonly statuses: SaveSourceStatus[];
  readonly ended: Promise<SourceEnd>;
  /** Resolves when the folder was looked at again and a status holds. */
  untilStatus(holds: (status: SaveSourceStatus) => boolean): Promise<void>;
  stop(): Promise<SourceEnd>;
}

export interface SaveFolders {
  /** Of a server, made when it is asked for first. */
  pathOf(server: string): Promise<string>;
  write(server: string, fileName: string, bytes: Uint8Array): Promise<void>;
  /** Puts files into an empty folder all at once, as a mount that comes back does: no look sees a part of them. */
  mount(server: string, files: ReadonlyMap<string, Uint8Array>): Promise<void>;
  remove(server: string, ...fileNames: string[]): Promise<void>;
  start(server: string, options?: Partial<SaveSourceOptions>): Promise<RunningSource>;
}

/** Everything that was started is ended, and everything written is removed, after each test. */
export function saveFolders(world: SavesWorld): SaveFolders {
  let home: Awaited<ReturnType<typeof temporaryFolder>> | undefined;
  const running: RunningSource[] = [];
  const fences = new Map<string, number>();
  afterEach(async () => {
    for (const source of running.splice(0)) await source.stop();
    await home?.remove();
    home = undefined;
  });
  const pathOf = async (server: string): Promise<string> => {
    home ??= await temporaryFolder();
    const path = join(home.path, server);
    await mkdir(path, { recursive: true });
    return path;
  };
  const write = async (server: string, fileName: string, bytes: Uint8Array): Promise<void> => {
    const path = join(await pathOf(server), fileName);
    await writeFile(path, bytes);
    await utimes(path, new Date(), new Date(Date.now() - 60_000));
  };
  return {
    pathOf,
    write,
    async mount(server, files) {
      const beside = `${server}.beside`;
      for (const [fileName, bytes] of files) await write(beside, fileName, bytes);
      await rename(await pathOf(beside), await pathOf(server));
    },
    async remove(server, ...fileNames) {
      for (const fileName of fileNames) await rm(join(await pathOf(server), fileName));
    },
    async start(server, options = {}) {
      const name = serverLeaseName(server);
      const lease = fences.has(name) ? undefined : await acquireLease(world.db, { name, owner: "t", ttlMs: 3_600_000 });
      if (lease) fences.set(name, lease.fence);
      const source = startSource(await pathOf(server), world.store, {
        server,
        fence: fences.get(name) ?? 0,
        ...options,
      });
      running.push(source);
      return source;
    },
  };
}

type StartOptions = Partial<SaveSourceOptions> & Pick<SaveSourceOptions, "server" | "fence">;

function startSource(folder: string, store: SaveStore, options: StartOptions): RunningSource {
  const stopping = new AbortController();
  const log = keptLog();
  const batches: SavedBatch[] = [];
  const statuses: SaveSourceStatus[] = [];
  const ended = runSaveSource({
    saves: { folder, store: "files", worldFile: undefined },
    store: {
      ...store,
      apply: async (batch) => {
        batches.push(batch);
        await store.apply(batch);
      },
    },
    clock: systemClock(),
    log,
    signal: stopping.signal,
    onStatus: (status) => statuses.push(status),
    watch: { pollMs: 15, settleMs: 0, retryMs: 10, removedAfterMs: 30, useHints: false },
    ...options,
  });
  ended.catch(() => undefined);
  return {
    log,
    batches,
    statuses,
    ended,
    async untilStatus(holds) {
      // The look in progress may have begun before the test's change.
      const from = statuses.length + 1;
      await until(() => {
        if (!statuses.slice(from).some(holds)) throw new Error(`the last status is ${JSON.stringify(statuses.at(-1))}`);
      });
    },
    async stop() {
      stopping.abort();
      return ended;
    },
  };
}
