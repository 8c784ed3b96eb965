/** Looks at the save files of a folder without reading them: one listing, and one look at each name that may be a save. */
import { join, relative, isAbsolute, sep } from "node:path";
import { codeOf } from "../../../kit/errors/code-of.ts";
import type { Abandonable } from "./abandon.ts";
import type { ReadFailure } from "./core/file-record.ts";
import type { SaveKind } from "./core/save-kind.ts";
import type { FileFacts, FolderIo } from "./folder-io.ts";
import { inParallel } from "./in-parallel.ts";
import { ioReason } from "./io-reason.ts";

export interface Place {
  readonly folder: string;
  readonly io: FolderIo;
  readonly patiently: Abandonable;
  readonly signal: AbortSignal;
  readonly classify: (fileName: string) => SaveKind | "ignored";
  readonly maxEntries: number;
}

/** A save that is there. */
export interface SeenFile {
  readonly fileName: string;
  readonly kind: SaveKind;
  readonly facts: FileFacts;
  /** Where it is to be opened: for a link, what it leads to. */
  readonly path: string;
}

/** A save that is there by its name, and cannot be looked at or is not to be read. */
interface RefusedFile {
  readonly fileName: string;
  readonly kind: SaveKind;
  readonly failure: ReadFailure;
}

export interface Listing {
  readonly seen: readonly SeenFile[];
  readonly refused: readonly RefusedFile[];
  /** The file system's errors for single files. Each is among `refused` too. */
  readonly errors: readonly unknown[];
}

/** More at once would only wait in line: Node has four threads for files, and other work needs them too. */
const LOOKS_AT_ONCE = 8;

/**
 * Lists all saves.
 *
 * @throws when the folder cannot be read, or none of the files in it can be looked at.
 */
export async function listSaves(place: Place): Promise<Listing> {
  const { io, patiently, folder } = place;
  const names = await patiently(io.names(folder, place.maxEntries));
  const saves = names.filter((name) => place.classify(name) !== "ignored");
  const listing = await lookAtSaves(place, saves);
  const { errors } = listing;
  // A folder may be listed without the right to enter it, and a lost share fails for each file alike.
  if (errors.length > 0 && errors.length === saves.length) throw errors[0];
  return listing;
}

/** Looks at the saves of these names. Those that are not there are left out. */
export async function lookAtSaves(place: Place, fileNames: readonly string[]): Promise<Listing> {
  const errors: unknown[] = [];
  const looks = await inParallel(fileNames, LOOKS_AT_ONCE, async (fileName) => {
    const kind = place.classify(fileName);
    if (kind === "ignored") return undefined;
    try {
      return await lookAt(place, fileName, kind);
    } catch (error) {
      if (place.signal.aborted) throw error;
      if (codeOf(error) === "ENOENT") return undefined;
      errors.push(error);
      return { fileName, kind, failure: { kind: "refused", reason: ioReason(error) } } as const;
    }
  });
  const found = looks.filter((look) => look !== undefined);
  return {
    seen: found.filter((look) => "facts" in look),
    refused: found.filter((look) => "failure" in look),
    errors,
  };
}

async function lookAt(place: Place, fileName: string, kind: SaveKind): Promise<SeenFile | RefusedFile> {
  const { io, patiently } = place;
  const path = join(place.folder, fileName);
  const facts = await patiently(io.look(path));
  if (facts.type === "file") return { fileName, kind, facts, path };
  if (facts.type === "link") return lookThrough(place, fileName, kind, path);
  return { fileName, kind, failure: { kind: "refused", reason: "it is not a plain file" } };
}

async function lookThrough(
  { io, patiently, folder }: Place,
  fileName: string,
  kind: SaveKind,
  path: string,
): Promise<SeenFile | RefusedFile> {
  const [home, target] = [await patiently(io.realPath(folder)), await patiently(io.realPath(path))];
  const refused = (reason: string): RefusedFile => ({ fileName, kind, failure: { kind: "refused", reason } });
  if (!isWithin(home, target)) return refused("it is a link that leads out of the folder");
  const facts = await patiently(io.look(target));
  if (facts.type !== "file") return refused("it is a link to something that is not a plain file");
  return { fileName, kind, facts, path: target };
}

function isWithin(home: string, path: string): boolean {
  const way = relative(home, path);
  return way !== "" && way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
