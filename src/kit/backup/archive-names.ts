/** Names of a backup's files, and its end. Pure. */
import { TAR_BLOCK, TAR_END, tarHeader } from "../files/tar.ts";

/** The first file in it. */
export const HEAD_NAME = "tripod-backup.json";
/** The last but one. */
export const MANIFEST_NAME = "manifest.json";
export const KEYS_NAME = "secret.key";
export const JOBS_NAME = "jobs";

/** This many bytes end every backup: the sum of all before them, as the last file, and the end of the archive. */
export const SEAL_BYTES = 2 * TAR_BLOCK + TAR_END.length;

/** A part of the rows of a table, or of the jobs; from 1. */
export function partName(of: string, part: number): string {
  return `${of}/${String(part).padStart(6, "0")}.gz`;
}

/** A file beside the database, by its place in the manifest; from 0. */
export function storedFileName(place: number): string {
  return `files/${String(place + 1).padStart(6, "0")}`;
}

/** The base of the names of a table's parts. */
export function tableName({ schema, table }: { readonly schema: string; readonly table: string }): string {
  return `tables/${schema}.${table}`;
}

/**
 * The end of a backup: it seals every byte before it, so a backup that was cut off or changed anywhere is recognised.
 *
 * @param sha256 of everything before, in hexadecimal digits
 */
export function backupSeal(sha256: string): Buffer {
  const content = Buffer.alloc(TAR_BLOCK);
  const size = content.write(`${sha256}\n`, "latin1");
  return Buffer.concat([tarHeader({ name: "SHA256", size }, 0), content, TAR_END]);
}
