/** `tripod backup`. */
import { resolve } from "node:path";
import { findMasterKeys, formatMasterKeys } from "../kit/auth/master-key.ts";
import { ArchiveReader } from "../kit/backup/archive-reader.ts";
import { requireFreePlace } from "../kit/backup/archive-writer.ts";
import { makeBackup, type StoredFiles } from "../kit/backup/make-backup.ts";
import type { BackupManifest } from "../kit/backup/manifest.ts";
import { verifyArchive } from "../kit/backup/verify-archive.ts";
import { UserError } from "../kit/errors/user-error.ts";
import { createLog } from "../kit/log/log.ts";
import { counted } from "../kit/text/counted.ts";
import { systemClock } from "../kit/time/clock.ts";
import type { BackupCommandOptions } from "./backup-commands.ts";
import { readConfiguration } from "./configuration.ts";
import { sessionsOf, migrationRooms, openServer, type SharedConfig } from "./open-platform.ts";
import { programFacts } from "./program-facts.ts";
import { progressLines, sizeInWords } from "./progress-lines.ts";
import { requireInstallation } from "./require-installation.ts";
import { stopSignal } from "./stop-signal.ts";

export async function runBackup(file: string, options: BackupCommandOptions): Promise<void> {
  const { config } = readConfiguration({});
  const { shared } = config;
  await requireInstallation(shared);
  await requireFreePlace(file);
  const { secretKey, additionalSecretKeys } = shared;
  const keys = await findMasterKeys({ secretKey, additionalSecretKeys, dataDir: resolve(shared.dataDir) });
  if (options.withSecretKey && keys.length === 0) {
    throw new UserError("No secret key was found. Give it in TRIPOD_SECRET_KEY, or leave --with-secret-key out.");
  }
  const lines = progressLines(systemClock());
  const signal = stopSignal("Stopped. No backup was made.");
  const server = await openServer(
    shared,
    createLog({ level: "warn", format: shared.logFormat, stream: process.stderr }),
    signal,
  );
  try {
    const { manifest, bytes } = await makeBackup({
      connection: await sessionsOf(shared, server.connection),
      path: file,
      version: programFacts().version,
      schemas: migrationRooms().map(({ room }) => room),
      secretKeyIds: keys.map(({ id }) => id),
      ...(options.withSecretKey && { secretKeys: formatMasterKeys(keys) }),
      ...(options.tape && { files: await tapeOf(shared) }),
      signal,
      tell: (done) => {
        const files = done.files === 0 ? "" : `, ${counted(done.files, "file")}`;
        lines.tell(`backing up: ${done.tables} of ${done.ofTables} tables${files}, ${sizeInWords(done.bytes)}`);
      },
    });
    lines.end();
    report(file, manifest, bytes, options.json);
    warn(manifest);
  } finally {
    lines.end();
    await server.stop();
  }
}

/** Says whether a file is a whole backup; needs no database. */
export async function verifyBackup(file: string, { json }: Pick<BackupCommandOptions, "json">): Promise<void> {
  const lines = progressLines(systemClock());
  const archive = await ArchiveReader.open(file, (share) => lines.tell(`reading: ${Math.floor(share * 100)} %`));
  try {
    await verifyArchive(archive, (share) => lines.tell(`unpacking: ${Math.floor(share * 100)} %`));
    lines.end();
    report(file, archive.manifest, archive.bytes, json);
  } finally {
    lines.end();
    await archive.close();
  }
}

async function tapeOf({ dataDir }: SharedConfig): Promise<StoredFiles> {
  const { listTapeFiles } = await import("../trading/tape/index.ts");
  const root = resolve(dataDir, "tape");
  return { root, list: () => listTapeFiles(root) };
}

function report(file: string, manifest: BackupManifest, bytes: number, isJson: boolean): void {
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  const facts = {
    file: resolve(file),
    bytes,
    takenAt: manifest.takenAt,
    version: manifest.version,
    postgresql: manifest.postgresql,
    tables: manifest.tables.length,
    rows,
    jobs: manifest.jobs.rows,
    files: manifest.files?.length ?? null,
    hasSecretKeys: manifest.hasSecretKeys,
    secretKeyIds: manifest.secretKeyIds,
    isQuiet: manifest.isQuiet,
  };
  if (isJson) {
    process.stdout.write(`${JSON.stringify(facts)}\n`);
    return;
  }
  const tape = manifest.files === null ? "without the tape" : `${counted(manifest.files.length, "file")} of the tape`;
  process.stdout.write(
    `${facts.file}: ${sizeInWords(bytes)}, ${counted(rows, "row")} of ${counted(facts.tables, "table")}, ${tape}\n` +
      `State of ${facts.takenAt}, by release ${facts.version}, from PostgreSQL ${facts.postgresql}\n` +
      (facts.isQuiet
        ? "No other program was connected to the database.\n"
        : "Other programs were connected to the database: a restore does not repeat what may have happened since.\n"),
  );
}

function warn({ hasSecretKeys, secretKeyIds }: BackupManifest): void {
  if (hasSecretKeys) {
    process.stderr.write(
      "The file holds the secret key, which opens every stored secret. Guard the file accordingly.\n",
    );
  } else if (secretKeyIds.length > 0) {
    process.stderr.write(
      `The file does not hold the secret key (${secretKeyIds.join(", ")}), and is restored with it. Keep the key elsewhere.\n`,
    );
  }
}
