/** Backups in tests: made of a database and restored into another one, in this process. */
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { ArchiveReader } from "../../src/kit/backup/archive-reader.ts";
import { makeBackup, type BackupMade } from "../../src/kit/backup/make-backup.ts";
import { restoreDatabase, type DatabaseRestored } from "../../src/kit/backup/restore-database.ts";
import type { Connection } from "../../src/kit/sql/connection.ts";
import type { MigrationRoom } from "../../src/kit/sql/migration-files.ts";
import { keptLog } from "./kept-log.ts";

export interface MadeBackup extends BackupMade {
  readonly path: string;
}

/** Writes a backup into a folder, under a name of its own. */
export async function backUpInto(
  folder: string,
  connection: Connection,
  rooms: readonly MigrationRoom[],
): Promise<MadeBackup> {
  const path = join(folder, `${randomBytes(4).toString("hex")}.tar`);
  const schemas = rooms.map(({ room }) => room);
  return { path, ...(await makeBackup({ connection, path, version: "1.2.3", schemas, secretKeyIds: [] })) };
}

/** Restores as after nothing was lost, unless `isBehind`. */
export async function restoreFrom(
  path: string,
  connection: Connection,
  rooms: readonly MigrationRoom[],
  { isBehind = false, complete = async () => undefined }: { isBehind?: boolean; complete?: () => Promise<void> } = {},
): Promise<DatabaseRestored> {
  const archive = await ArchiveReader.open(path);
  try {
    return await restoreDatabase({
      connection,
      archive,
      rooms,
      schemas: rooms.map(({ room }) => room),
      isBehind,
      withoutJobs: [],
      log: keptLog(),
      complete,
    });
  } finally {
    await archive.close();
  }
}
