/** A backup's description of itself: the last file in it but one. */
import { Type, type Static } from "typebox";
import { Value } from "typebox/value";
import { parseJson } from "../text/parse-json.ts";

/** Raised when older programs cannot read the output of this one. */
export const BACKUP_FORMAT = 1;

const count = Type.Integer({ minimum: 0 });
/** Of bytes, in hexadecimal digits. */
const sha256 = Type.String({ pattern: "^[0-9a-f]{64}$" });
/** A name of ours in the database; in backups of others it would become part of a statement. */
const identifier = Type.String({ pattern: "^[a-z_][a-z0-9_]{0,62}$" });

/** Rows as `COPY ... TO STDOUT` writes them as text, compressed in parts. */
const rows = {
  rows: count,
  /** Before compression. */
  bytes: count,
  sha256,
  parts: count,
};

const head = {
  format: Type.Integer({ minimum: 1 }),
  /** The version of the program. */
  version: Type.String(),
  /** When the state was taken that the backup has; RFC 3339. */
  takenAt: Type.String(),
};

/** The first file: enough to say whether this program can read the rest. */
export const backupHeadSchema = Type.Object(head);

export const backupManifestSchema = Type.Object({
  ...head,
  /** Such as `18.4`. */
  postgresql: Type.String(),
  /** No other process was connected while the backup was made. */
  isQuiet: Type.Boolean(),
  /** Every migration that was applied, in order. */
  migrations: Type.Array(
    Type.Object({ room: identifier, number: Type.Integer({ minimum: 1 }), name: identifier, sha256 }),
  ),
  tables: Type.Array(
    Type.Object({ schema: identifier, table: identifier, columns: Type.Array(identifier, { minItems: 1 }), ...rows }),
  ),
  sequences: Type.Array(
    Type.Object({
      schema: identifier,
      name: identifier,
      last: Type.Integer({ minimum: 1 }),
      /** Whether `last` was given out. */
      isUsed: Type.Boolean(),
    }),
  ),
  /** The waiting jobs in the queue. */
  jobs: Type.Object(rows),
  /** Ids of the keys that the stored secrets were sealed with. */
  secretKeyIds: Type.Array(Type.String()),
  hasSecretKeys: Type.Boolean(),
  /** Files beside the database; null where they were not asked for. */
  files: Type.Union([
    Type.Null(),
    Type.Array(Type.Object({ path: Type.String({ minLength: 1, maxLength: 1_000 }), bytes: count, sha256 })),
  ]),
});

export type BackupHead = Static<typeof backupHeadSchema>;
export type BackupManifest = Static<typeof backupManifestSchema>;
export type BackupTable = BackupManifest["tables"][number];
export type BackupSequence = BackupManifest["sequences"][number];
export type BackupRows = BackupManifest["jobs"];

/** Undefined for a text that is not one. */
export function parseBackupHead(text: string): BackupHead | undefined {
  const value = parseJson(text);
  return Value.Check(backupHeadSchema, value) ? value : undefined;
}

/** Undefined for a text that is not one. */
export function parseBackupManifest(text: string): BackupManifest | undefined {
  const value = parseJson(text);
  return Value.Check(backupManifestSchema, value) ? value : undefined;
}
