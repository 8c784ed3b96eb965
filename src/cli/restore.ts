/** `tripod restore`. */
import { resolve } from "node:path";
import { findMasterKeys, parseMasterKeys, writeMasterKeys } from "../kit/auth/master-key.ts";
import { KEYS_NAME } from "../kit/backup/archive-names.ts";
import { ArchiveReader } from "../kit/backup/archive-reader.ts";
import type { BackupManifest } from "../kit/backup/manifest.ts";
import { requireKnown, restoreDatabase, type RestoreProgress } from "../kit/backup/restore-database.ts";
import { restoreFiles } from "../kit/backup/restore-files.ts";
import { UserError } from "../kit/errors/user-error.ts";
import { createLog, type Log } from "../kit/log/log.ts";
import { systemClock } from "../kit/time/clock.ts";
import type { RestoreCommandOptions } from "./backup-commands.ts";
import { readConfiguration } from "./configuration.ts";
import { sessionsOf, migrationRooms, openServer, type SharedConfig } from "./open-platform.ts";
import { progressLines, type ProgressLines } from "./progress-lines.ts";
import { showRestored, type Restored } from "./show-restored.ts";
import { checkRestored, holdBackAll, JOBS_HELD_BACK } from "./restored.ts";
import { stopSignal } from "./stop-signal.ts";

export async function restore(file: string, options: RestoreCommandOptions): Promise<void> {
  const { config } = readConfiguration({});
  const log = createLog({ level: "warn", format: config.shared.logFormat, stream: process.stderr });
  const lines = progressLines(systemClock());
  const archive = await ArchiveReader.open(file, (share) => lines.tell(`reading: ${Math.floor(share * 100)} %`));
  try {
    const restored = await load(archive, config.shared, { ...options, log, lines });
    lines.end();
    showRestored(archive.manifest, restored, options);
  } finally {
    lines.end();
    await archive.close();
  }
}

interface LoadOptions extends RestoreCommandOptions {
  readonly log: Log;
  readonly lines: ProgressLines;
}

async function load(
  archive: ArchiveReader,
  shared: SharedConfig,
  { nothingLost, despiteConnections, log, lines }: LoadOptions,
): Promise<Restored> {
  requireQuiet(archive.manifest, { nothingLost, despiteConnections });
  const rooms = migrationRooms();
  await requireKnown(archive.manifest, rooms);
  const keys = await planKeys(archive, shared);
  await requireNoOtherTape(archive, shared);
  const signal = stopSignal(
    "Stopped. The database is marked as one that is being restored, and no process uses it. Give the command again.",
  );
  const server = await openServer(shared, log, signal);
  let files = 0;
  let held: Restored["held"];
  let problems: readonly string[] = [];
  try {
    const connection = await sessionsOf(shared, server.connection);
    const database = await restoreDatabase({
      connection,
      archive,
      rooms,
      schemas: rooms.map(({ room }) => room),
      isBehind: !nothingLost,
      withoutJobs: nothingLost ? [] : JOBS_HELD_BACK,
      log,
      signal,
      tell: (done) => lines.tell(inWords(done)),
      async complete() {
        files = await restoreTape(archive, shared);
        problems = await checkRestored(connection, log);
        if (!nothingLost) held = await holdBackAll(connection, log, archive.manifest.takenAt);
        if (keys.write) await writeMasterKeys(resolve(shared.dataDir), keys.write);
      },
    });
    return { database, files, held, problems, neededKeys: keys.needed, hasWrittenKeys: keys.write !== undefined };
  } finally {
    await server.stop();
  }
}

/** What waited during the backup of a running installation was done since: `--nothing-lost` would do it again. */
function requireQuiet(
  { isQuiet }: BackupManifest,
  { nothingLost, despiteConnections }: Pick<RestoreCommandOptions, "nothingLost" | "despiteConnections">,
): void {
  if (despiteConnections && !nothingLost) throw new UserError("--despite-connections is only with --nothing-lost.");
  if (isQuiet || despiteConnections || !nothingLost) return;
  throw new UserError(
    "Other programs were connected to the database while this backup was made. If one was Tripod, orders and mails that " +
      "wait in the backup may have left since, and --nothing-lost would send them again: leave it out. If none was, such " +
      "as monitoring alone, add --despite-connections.",
  );
}

/**
 * Which keys are written into the data folder, and which the operator has to bring.
 *
 * @throws UserError where the present keys do not open the content of the backup
 */
async function planKeys(archive: ArchiveReader, { secretKey, additionalSecretKeys, ...shared }: SharedConfig) {
  const { secretKeyIds, hasSecretKeys } = archive.manifest;
  const dataDir = resolve(shared.dataDir);
  const here = await findMasterKeys({ secretKey, additionalSecretKeys, dataDir });
  const known = new Set([...here.map(({ id }) => id), ...shared.lostSecretKeys]);
  const missing = secretKeyIds.filter((id) => !known.has(id));
  if (here.length > 0 && missing.length > 0) {
    throw new UserError(
      `The backup's secrets are sealed with the key ${missing.join(", ")}, and ${here.map(({ id }) => id).join(", ")} is ` +
        "here. Give the needed key (TRIPOD_SECRET_KEY, or secret.key in the data folder), or take the other one away.",
    );
  }
  if (here.length > 0 || !hasSecretKeys) return { needed: missing, write: undefined };
  const keys = parseMasterKeys((await archive.read(KEYS_NAME)).toString("utf8"), "The backup's secret key");
  return { needed: [], write: keys };
}

/** Files that an earlier restore of the same backup has left are replaced. */
async function requireNoOtherTape({ manifest }: ArchiveReader, { dataDir }: SharedConfig): Promise<void> {
  if (manifest.files === null) return;
  const { listTapeFiles } = await import("../trading/tape/index.ts");
  const ours = new Set(manifest.files.map(({ path }) => path));
  const root = resolve(dataDir, "tape");
  if ((await listTapeFiles(root)).every((path) => ours.has(path))) return;
  throw new UserError(`There is a tape in ${root} already. Move it away, or choose another data folder.`);
}

async function restoreTape(archive: ArchiveReader, { dataDir }: SharedConfig): Promise<number> {
  const { isTapePath } = await import("../trading/tape/index.ts");
  return restoreFiles(archive, resolve(dataDir, "tape"), isTapePath);
}

function inWords({ step, tables, ofTables }: RestoreProgress): string {
  if (step === "tables") return `loading: ${tables} of ${ofTables} tables`;
  if (step === "indexes") return "making indexes, checking references";
  return step === "migrations" ? "bringing the schema up to date" : "checking";
}
