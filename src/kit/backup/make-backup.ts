/** Makes a backup of a database, and of files beside it, while processes go on. */
import { open, type FileHandle } from "node:fs/promises";
import { join } from "node:path";
import { codeOf } from "../errors/code-of.ts";
import { UserError } from "../errors/user-error.ts";
import { COPY_OF_JOBS, hasQueue } from "../jobs/carry-jobs.ts";
import type { Connection, DirectClient } from "../sql/connection.ts";
import { isUnfinished } from "../sql/unfinished-restore.ts";
import {
  HEAD_NAME,
  JOBS_NAME,
  KEYS_NAME,
  MANIFEST_NAME,
  partName,
  storedFileName,
  tableName,
} from "./archive-names.ts";
import { ArchiveWriter } from "./archive-writer.ts";
import { BACKUP_FORMAT, type BackupManifest, type BackupRows, type BackupTable } from "./manifest.ts";
import {
  countOthers,
  listKeyIds,
  listMigrations,
  listSequences,
  listTables,
  readVersion,
  type StoredTable,
} from "./sql/contents.ts";
import { copyOf, copyRowsOut } from "./sql/copy-rows.ts";
import { databaseFailure } from "./sql/database-failure.ts";
import { takeSnapshot, type Snapshot } from "./sql/snapshot.ts";

/** Files beside the database that never change under their name, though they may vanish. */
export interface StoredFiles {
  readonly root: string;
  /** Their paths below the root, with `/` between, as they are at this moment. */
  readonly list: () => Promise<readonly string[]>;
}

export interface BackupOptions {
  /** To PostgreSQL itself. */
  readonly connection: Connection;
  /** Where the backup goes. */
  readonly path: string;
  /** Of the program. */
  readonly version: string;
  readonly schemas: readonly string[];
  /** Ids of the keys that are here; those that sealed something must be among them. */
  readonly secretKeyIds: readonly string[];
  /** The secret keys as text, where the backup includes them. */
  readonly secretKeys?: string;
  readonly files?: StoredFiles;
  /** Ends it with the signal's reason. Nothing is left behind. */
  readonly signal?: AbortSignal;
  /** Called after each part with what was written so far. */
  readonly tell?: (done: BackupProgress) => void;
}

export interface BackupProgress {
  readonly bytes: number;
  readonly tables: number;
  readonly ofTables: number;
  readonly files: number;
}

export interface BackupMade {
  readonly manifest: BackupManifest;
  /** The size of the file. */
  readonly bytes: number;
}

/** Each reads one table at a time. More do not help where two processors also compress. */
const CONNECTIONS = 3;

/**
 * A tape is merged while it is copied: this often its files are listed again for what has taken the place of others.
 */
const MAX_LISTINGS = 1_000;

/**
 * Writes one state of the database, taken when it begins, into a file that has its name only when it is whole and on the
 * disk. Memory holds some parts of 4 MiB, however large the database is.
 *
 * @throws UserError where the file is there already, or the database is not one that can be restored
 */
export async function makeBackup(options: BackupOptions): Promise<BackupMade> {
  const snapshot = await takeSnapshot(options.connection, CONNECTIONS);
  try {
    const [client] = snapshot.clients;
    const migrations = await listMigrations(client);
    await requireWhole(client, migrations, options);
    const writer = await ArchiveWriter.open(options.path, Math.floor(Date.parse(snapshot.takenAt) / 1_000));
    try {
      const manifest = await writeAll(writer, snapshot, migrations, options);
      return { manifest, bytes: await writer.finish() };
    } catch (error) {
      await writer.abandon();
      throw error;
    }
  } catch (error) {
    throw backupFailure(error);
  } finally {
    await snapshot.close();
  }
}

/** The message about the right that the account lacks, or any other failure without the values that PostgreSQL quotes. */
function backupFailure(error: unknown): unknown {
  const failure = databaseFailure("kit.makeBackup", error);
  if (codeOf(failure) !== "42501") return failure;
  return new UserError(
    "The database account may not read everything that a backup holds. Give the command the account of the services.",
    { cause: failure },
  );
}

async function requireWhole(
  client: DirectClient,
  migrations: BackupManifest["migrations"],
  { secretKeyIds, secretKeys }: BackupOptions,
): Promise<void> {
  if (await isUnfinished(client)) {
    throw new UserError("The restore into this database has not finished, so there is nothing to back up yet.");
  }
  if (migrations.length === 0) throw new UserError("The database holds no installation of Tripod: nothing to back up.");
  const missing = (await listKeyIds(client)).filter((id) => !secretKeyIds.includes(id));
  if (secretKeys !== undefined && missing.length > 0) {
    throw new UserError(
      `Stored secrets are sealed with the key ${missing.join(", ")}, which is not here. Give it in TRIPOD_SECRET_KEY or ` +
        "TRIPOD_ADDITIONAL_SECRET_KEYS, or leave --with-secret-key out.",
    );
  }
}

async function writeAll(
  writer: ArchiveWriter,
  snapshot: Snapshot,
  migrations: BackupManifest["migrations"],
  { version, schemas, secretKeys, files, tell, signal }: BackupOptions,
): Promise<BackupManifest> {
  const [client] = snapshot.clients;
  const head = { format: BACKUP_FORMAT, version, takenAt: snapshot.takenAt };
  await writer.add(HEAD_NAME, json(head));
  const stored = await listTables(client, schemas);
  const isQuietFirst = (await countOthers(client)) === 0;
  const facts = {
    postgresql: await readVersion(client),
    secretKeyIds: await listKeyIds(client),
    sequences: await listSequences(client, schemas),
  };
  const tables: BackupTable[] = [];
  const told = (count: number): void => {
    signal?.throwIfAborted();
    tell?.({ bytes: writer.bytes, tables: tables.length, ofTables: stored.length, files: count });
  };
  const jobs = await writeJobs(writer, client);
  await writeTables(
    writer,
    snapshot,
    stored,
    (table) => void tables.push(table),
    () => told(0),
  );
  // A process that started in the meantime may have done some of the work that waits in the backup.
  const isQuiet = isQuietFirst && (await countOthers(client)) === 0;
  await snapshot.close();
  if (secretKeys !== undefined) await writer.add(KEYS_NAME, Buffer.from(secretKeys));
  const manifest: BackupManifest = {
    ...head,
    ...facts,
    isQuiet,
    migrations,
    tables: tables.toSorted((one, other) => (tableName(one) < tableName(other) ? -1 : 1)),
    jobs,
    hasSecretKeys: secretKeys !== undefined,
    files: files ? await writeFiles(writer, files, told) : null,
  };
  await writer.add(MANIFEST_NAME, json(manifest));
  return manifest;
}

async function writeJobs(writer: ArchiveWriter, client: DirectClient): Promise<BackupRows> {
  const query = (await hasQueue(client)) ? COPY_OF_JOBS : "copy (select where false) to stdout";
  return copyRowsOut(client, query, (part, content) => writer.add(partName(JOBS_NAME, part), content));
}

/** Each connection takes the next table, the largest first. */
async function writeTables(
  writer: ArchiveWriter,
  { clients }: Snapshot,
  stored: readonly StoredTable[],
  note: (table: BackupTable) => void,
  tell: () => void,
): Promise<void> {
  const waiting = [...stored];
  await Promise.all(
    clients.map(async (client) => {
      for (let table = waiting.shift(); table; table = waiting.shift()) {
        const name = tableName(table);
        const rows = await copyRowsOut(client, copyOf(table), async (part, content) => {
          await writer.add(partName(name, part), content);
          tell();
        }).catch((error: unknown) => {
          // The others stop at their next table.
          waiting.length = 0;
          throw error;
        });
        note({ ...table, columns: [...table.columns], ...rows });
        tell();
      }
    }),
  );
}

/** Copies every file that is there, and what has taken the place of those that vanished before they were read. */
async function writeFiles(
  writer: ArchiveWriter,
  { root, list }: StoredFiles,
  tell: (count: number) => void,
): Promise<NonNullable<BackupManifest["files"]>> {
  const written = new Map<string, { path: string; bytes: number; sha256: string }>();
  for (let listing = 0; listing < MAX_LISTINGS; listing++) {
    let hasVanished = false;
    for (const path of await list()) {
      if (written.has(path)) continue;
      const source = await openThere(join(root, path));
      hasVanished ||= source === undefined;
      if (!source) continue;
      try {
        written.set(path, { path, ...(await writer.addFile(storedFileName(written.size), source)) });
      } finally {
        await source.close();
      }
      tell(written.size);
    }
    if (!hasVanished) return [...written.values()];
  }
  throw new UserError(
    `The files below ${root} change faster than they are copied. Stop what writes them, and try again.`,
  );
}

async function openThere(path: string): Promise<FileHandle | undefined> {
  return open(path, "r").catch((error: unknown) => {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  });
}

function json(value: unknown): Buffer {
  return Buffer.from(`${JSON.stringify(value)}\n`);
}
