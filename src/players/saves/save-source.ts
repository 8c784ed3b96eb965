/** Reads one game server's saves for as long as this process holds the server, and brings them to storage. */
import { basename, dirname } from "node:path";
import { invariant } from "../../kit/errors/invariant.ts";
import { LeaseLost } from "../../kit/sql/lease.ts";
import type { Log } from "../../kit/log/log.ts";
import type { Clock } from "../../kit/time/clock.ts";
import { FileApplier } from "./apply-files.ts";
import { WorldApplier } from "./apply-world.ts";
import { readSave } from "./core/read-save.ts";
import { readTribute } from "./core/read-tribute.ts";
import { SaveError } from "./core/save-error.ts";
import { saveFileKind } from "./core/save-file-kind.ts";
import { sourceStatus, type SaveSourceStatus, type WorldStatus } from "./core/source-status.ts";
import type { SavedContents } from "./saved-contents.ts";
import type { SaveStore } from "./store.ts";
import type { SaveParsers } from "./watch/deliver.ts";
import type { FolderStatus, LoggedStatus } from "./watch/core/folder-status.ts";
import { watchFolder } from "./watch/watch-folder.ts";
import type { WatchOptions } from "./watch/watch-options.ts";
import { readWorld } from "./world/read-world.ts";

export interface SaveSourceOptions {
  readonly server: string;
  /** Of the server's lease. */
  readonly fence: number;
  /** Where the saves are, absolute. `worldFile` is there when players are in the world's file. */
  readonly saves: {
    readonly folder: string;
    readonly store: "files" | "world";
    readonly worldFile: string | undefined;
  };
  readonly store: SaveStore;
  readonly clock: Clock;
  /** With the server's name among its fields. */
  readonly log: Pick<Log, "info" | "warn" | "error">;
  /** Ends the source. */
  readonly signal: AbortSignal;
  /** Called after every look at the folder, whatever its result. */
  readonly onStatus?: (status: SaveSourceStatus) => void;
  /** How often to look, and how patiently; see `WatchOptions`. */
  readonly watch?: WatchTimes;
  readonly readWorld?: typeof readWorld;
  /** Whether world saves beside the files are opened for the game's time. They are copied for it. True unless told. */
  readonly readGameTime?: boolean;
}

export type WatchTimes = Partial<
  Pick<
    WatchOptions<SavedContents>,
    | "pollMs"
    | "settleMs"
    | "retryMs"
    | "maxAttempts"
    | "removedAfterMs"
    | "stalledAfterMs"
    | "maxBatchFiles"
    | "useHints"
    | "io"
    | "lanes"
  >
>;

/** Why a source ended: its signal was aborted, or another process holds the server now. */
export type SourceEnd = "stopped" | "leaseLost";

/**
 * Runs until the signal is aborted or the lease is lost. Unreadable files are reported and change nothing; what cannot
 * be stored is tried again. A batch that is in progress when the signal is aborted is finished first.
 *
 * @throws when storage cannot tell at the start what it has.
 */
export async function runSaveSource(options: SaveSourceOptions): Promise<SourceEnd> {
  const { server, saves, store, clock, log, signal, onStatus } = options;
  if (signal.aborted) return "stopped";
  const known = await store.knownFiles(server);
  const goesOn = await store.isFirstReadingOpen(server);
  const lost = new AbortController();
  const worldFile = saves.store === "world" ? saves.worldFile : undefined;
  invariant(saves.store === "files" || worldFile !== undefined, "a source that reads a world knows its file");
  const worldName = worldFile === undefined ? undefined : basename(worldFile);
  const applying = { ...options, readWorld: options.readWorld ?? readWorld };
  const applier = worldName === undefined ? new FileApplier(applying) : new WorldApplier(applying);
  const watch = watchFolder<SavedContents>({
    ...options.watch,
    folder: worldFile === undefined ? saves.folder : dirname(worldFile),
    clock,
    log,
    classify: worldName === undefined ? saveFileKind : (name) => (name === worldName ? "world" : "ignored"),
    parse: PARSERS,
    goesOnFirstReading: goesOn,
    known: worldName === undefined ? known : new Map([...known].filter(([name]) => name === worldName)),
    signal: AbortSignal.any([signal, lost.signal]),
    async onChanges(changes, fromDisk) {
      try {
        await applier.apply(changes, fromDisk);
      } catch (error) {
        if (error instanceof LeaseLost) lost.abort();
        throw error;
      }
    },
    ...(worldName === undefined ? {} : { describe: (folder) => worldInLog(folder, applier.world) }),
    ...(onStatus && { onStatus: (folder) => onStatus(sourceStatus(folder, applier.world)) }),
  });
  await watch.ended;
  return lost.signal.aborted ? "leaseLost" : "stopped";
}

/** A world's file holds the players, so the log counts what was read in it. */
function worldInLog(folder: FolderStatus, world: WorldStatus): LoggedStatus {
  const { sentence } = sourceStatus(folder, world);
  return { sentence, counts: world.held ? { ...world.held } : {} };
}

const PARSERS: SaveParsers<SavedContents> = {
  profile(bytes) {
    const read = readSave(bytes);
    if (read.kind !== "profile") throw new SaveError("nothing_here", "The file holds a tribe, not a player.", 0);
    return read.profile;
  },
  tribe(bytes) {
    const read = readSave(bytes);
    if (read.kind !== "tribe") throw new SaveError("nothing_here", "The file holds a player, not a tribe.", 0);
    return read.tribe;
  },
  tributeTribe: readTribute,
};
