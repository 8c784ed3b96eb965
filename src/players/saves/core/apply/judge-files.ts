/**
 * The file whose data about a player or tribe count. Several servers of a cluster may hold a save of the same one: the
 * newest counts, and the player or tribe exists while any of them does.
 */
import type { Instant } from "../../../../kit/time/instant.ts";

/** A save that is there. */
export interface HeldFile {
  readonly server: string;
  readonly fileName: string;
  readonly modifiedAt: Instant;
}

/** Where the stored state of a player or tribe comes from. */
export interface StoredSource {
  readonly server: string;
  readonly savedAt: Instant;
}

export interface Judgement<File> {
  /** The file whose content is to be stored; undefined when what is stored stays. */
  readonly take: File | undefined;
  readonly isPresent: boolean;
  /**
   * The newest file, when its content was replaced by that of another file which is gone or older now. It must be read
   * again; the process that watches its folder does this at its next start.
   */
  readonly readAgain: HeldFile | undefined;
}

/**
 * Judges one player or tribe.
 *
 * @param stored undefined when nothing is stored of it.
 * @param others files of it that are there and that this batch leaves as they are, of any server.
 * @param mine files of it that this batch brings, with their contents. They take the place of earlier ones of their
 * names, whose times do not matter any more: a restored backup is older than what it replaces.
 */
export function judgeFiles<File extends HeldFile>(
  stored: StoredSource | undefined,
  others: readonly HeldFile[],
  mine: readonly File[],
): Judgement<File> {
  const best = newestOf(mine);
  const rival = newestOf(others);
  const isPresent = best !== undefined || rival !== undefined;
  if (!rival || (best && isNewer(best, rival))) return { take: best, isPresent, readAgain: undefined };
  if (stored && isSource(stored, rival)) return { take: undefined, isPresent, readAgain: undefined };
  const isSourceThere = stored !== undefined && others.some((file) => isSource(stored, file));
  return { take: isSourceThere ? undefined : best, isPresent, readAgain: rival };
}

/** The file that counts among several. Of files of one time it is the last by server and name, so that all agree. */
export function newestOf<File extends HeldFile>(files: readonly File[]): File | undefined {
  let newest: File | undefined;
  for (const file of files) if (!newest || isNewer(file, newest)) newest = file;
  return newest;
}

function isNewer(one: HeldFile, other: HeldFile): boolean {
  if (one.modifiedAt !== other.modifiedAt) return one.modifiedAt > other.modifiedAt;
  if (one.server !== other.server) return one.server > other.server;
  return one.fileName > other.fileName;
}

/** Two files of one server that were written in the same microsecond count as one. */
function isSource({ server, savedAt }: StoredSource, file: HeldFile): boolean {
  return file.server === server && file.modifiedAt === savedAt;
}
