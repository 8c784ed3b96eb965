/** Reads every byte of a backup as a restore would, without a database. */
import { createHash } from "node:crypto";
import { UserError } from "../errors/user-error.ts";
import { JOBS_NAME, KEYS_NAME, storedFileName, tableName } from "./archive-names.ts";
import type { ArchiveReader, TellProgress } from "./archive-reader.ts";
import type { BackupRows } from "./manifest.ts";

const NEWLINE = 0x0a;

/**
 * Unpacks everything, and compares it with the manifest: the rows of each table by their number and digest, each file
 * by its digest.
 *
 * @throws UserError where anything differs
 */
export async function verifyArchive(archive: ArchiveReader, tell: TellProgress = () => undefined): Promise<void> {
  const { tables, jobs, files, hasSecretKeys } = archive.manifest;
  const all = tables.length + (files?.length ?? 0) + 1;
  let done = 0;
  for (const table of tables) {
    await verifyRows(archive, tableName(table), table);
    tell(++done / all);
  }
  await verifyRows(archive, JOBS_NAME, jobs);
  for (const [place, { path, sha256 }] of (files ?? []).entries()) {
    const digest = createHash("sha256");
    for await (const piece of archive.content(storedFileName(place))) digest.update(piece);
    if (digest.digest("hex") !== sha256) throw new UserError(`${archive.path}: ${path} is not what its list says.`);
    tell(++done / all);
  }
  if (hasSecretKeys) await archive.read(KEYS_NAME);
}

/** As text, each row is one line: a line end within a value is written as two other characters. */
async function verifyRows(archive: ArchiveReader, of: string, expected: BackupRows): Promise<void> {
  let rows = 0;
  for await (const text of archive.rows(of, expected)) {
    for (let at = text.indexOf(NEWLINE); at >= 0; at = text.indexOf(NEWLINE, at + 1)) rows++;
  }
  if (rows !== expected.rows) throw new UserError(`${archive.path}: ${of} has ${rows} rows, and not ${expected.rows}.`);
}
