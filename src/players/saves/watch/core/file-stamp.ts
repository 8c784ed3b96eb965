/** The identity of one version of a file without reading it, and its form as text for the database. */
import type { Brand } from "../../../../kit/ids/brand.ts";
import type { Instant } from "../../../../kit/time/instant.ts";

/** The file system's data about one version of a file. */
export interface FileVersion {
  readonly sizeBytes: number;
  /** Nanoseconds since 1970, as exact as the file system keeps them. */
  readonly modifiedNs: bigint;
  /** The file's number in its file system: another one after a rename into place. 0 where there are none. */
  readonly inode: bigint;
}

/** A `FileVersion` as short text, to be stored beside what was read from that version and given back at the next start. */
export type FileStamp = Brand<string, "FileStamp">;

/** Writes a version as text: `<size>:<modified, ns>:<inode>`. */
export function stampOf(version: FileVersion): FileStamp {
  return `${version.sizeBytes}:${version.modifiedNs}:${version.inode}` as FileStamp;
}

const STAMP = /^(\d{1,15}):(-?\d{1,20}):(\d{1,20})$/;

/** Reads what `stampOf` wrote. Undefined for all else, so that the file is simply read again. */
export function versionOf(stamp: string): FileVersion | undefined {
  const [, size, modified, inode] = STAMP.exec(stamp) ?? [];
  if (size === undefined || modified === undefined || inode === undefined) return undefined;
  return { sizeBytes: Number(size), modifiedNs: BigInt(modified), inode: BigInt(inode) };
}

/**
 * Whether two looks at a file saw the same version. Any difference counts, in whatever direction: a restored backup has an
 * older time than what it replaces.
 */
export function isSameVersion(one: FileVersion, other: FileVersion): boolean {
  return isSameContent(one, other) && one.inode === other.inode;
}

/**
 * The same but for the inode: a file looked at by its name and by its handle, which some network file systems number
 * differently.
 */
export function isSameContent(one: FileVersion, other: FileVersion): boolean {
  return one.sizeBytes === other.sizeBytes && one.modifiedNs === other.modifiedNs;
}

const EPOCH = 0 as Instant;
/** The beginning of the year 2200, in microseconds: well within what an `Instant` and the database can hold. */
const LATEST = 7_258_118_400_000_000;

/**
 * A file's time as an instant. File systems also give times at which no save can have been written: 1601 where a
 * Windows share has none, and centuries ahead where one is damaged. Those count as 1970, older than every real one.
 */
export function instantOfFile(ns: bigint): Instant {
  const micros = Number(ns / 1000n);
  return micros >= 0 && micros < LATEST ? (micros as Instant) : EPOCH;
}
