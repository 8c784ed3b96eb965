/** A watcher's report about its folder, in words for the server's operators. */
import { counted } from "../../../../kit/text/counted.ts";
import type { Instant } from "../../../../kit/time/instant.ts";
import type { SaveKind } from "./save-kind.ts";

export interface FolderStatus {
  /**
   * - `starting`: not looked at yet.
   * - `reading`: a first look is in progress, and takes long; `reading` says how far it is.
   * - `ok`: everything that is there was read.
   * - `partlyBroken`: some files cannot be read; the last good version of each stays in force.
   * - `looksEmpty`: the folder can be read and holds no saves, though there were some or should be. Nothing was removed.
   * - `unreachable`: the folder cannot be read. Everything stays in force.
   */
  readonly state: "starting" | "reading" | "ok" | "unreachable" | "looksEmpty" | "partlyBroken";
  /** The same in plain words, to be shown as it is. Without paths. */
  readonly sentence: string;
  readonly reading?: ReadingProgress | undefined;
  /** Since when the folder is unreachable or looks empty. */
  readonly troubleSince?: Instant | undefined;
  /** Files in force. */
  readonly profiles: number;
  readonly tribes: number;
  /** Files in force that are out of sight, and not yet judged as removed. */
  readonly missing: number;
  /** Files that were given up; `brokenFiles` names the first `MAX_BROKEN_NAMED` of them. */
  readonly broken: number;
  readonly brokenFiles: readonly BrokenFile[];
  /** Broken files that are of a kind this program does not know yet. */
  readonly unknownVersions: number;
  /** Files that are not read because another one of the same name in other letters is newer. */
  readonly shadowedFiles: readonly string[];
  /** Last complete look at the folder. */
  readonly lastScanAt?: Instant | undefined;
  /** Last time the consumer took a change. */
  readonly lastChangeAt?: Instant | undefined;
  /** Last time a file was read well. */
  readonly lastGoodReadAt?: Instant | undefined;
  /** Since when the consumer refuses changes. They are offered again and again. */
  readonly refusedSince?: Instant | undefined;
}

/** Of the files that are new or changed, how many have been read and stored. */
export interface ReadingProgress {
  readonly done: number;
  readonly of: number;
}

export interface BrokenFile {
  readonly fileName: string;
  readonly kind: SaveKind;
  readonly reason: string;
  readonly since: Instant;
}

/** This many broken or shadowed files are named in a status. */
export const MAX_BROKEN_NAMED = 100;

/** The state of the folder itself, apart from its files. */
export type FolderState =
  | { readonly kind: "starting" }
  | { readonly kind: "readable" }
  | { readonly kind: "looksEmpty"; readonly since: Instant }
  | { readonly kind: "unreachable"; readonly since: Instant; readonly reason: string };

/** Makes a status of what was found. `files` are all files in force or broken, each once. */
export function folderStatus(
  folder: FolderState,
  files: readonly StatusFile[],
  rest: Pick<
    FolderStatus,
    "reading" | "missing" | "shadowedFiles" | "lastScanAt" | "lastChangeAt" | "lastGoodReadAt" | "refusedSince"
  >,
): FolderStatus {
  const broken = files.flatMap(({ fileName, kind, brokenBecause }) =>
    brokenBecause ? [{ ...brokenBecause, fileName, kind }] : [],
  );
  const count = (kind: SaveKind) => files.filter((file) => file.kind === kind && file.isInForce).length;
  const counts = { profiles: count("profile"), tribes: count("tribe"), missing: rest.missing, broken: broken.length };
  return {
    ...rest,
    ...counts,
    state: stateOf(folder, rest.reading, broken.length),
    sentence: folder.kind === "readable" && rest.reading ? progress(rest.reading) : sentence(folder, counts),
    troubleSince: "since" in folder ? folder.since : undefined,
    brokenFiles: broken
      .slice(0, MAX_BROKEN_NAMED)
      .map(({ fileName, kind, reason, since }) => ({ fileName, kind, reason, since })),
    unknownVersions: broken.filter(({ isUnknownVersion }) => isUnknownVersion).length,
    shadowedFiles: rest.shadowedFiles.slice(0, MAX_BROKEN_NAMED),
  };
}

function stateOf(folder: FolderState, reading: ReadingProgress | undefined, broken: number): FolderStatus["state"] {
  if (folder.kind !== "readable") return folder.kind;
  if (reading) return "reading";
  return broken > 0 ? "partlyBroken" : "ok";
}

function progress({ done, of }: ReadingProgress): string {
  const percent = of === 0 ? 100 : Math.floor((done * 100) / of);
  return `The folder is being read: ${done} of ${of} files so far (${percent} %).`;
}

export interface StatusFile {
  readonly fileName: string;
  readonly kind: SaveKind;
  readonly isInForce: boolean;
  readonly brokenBecause?:
    | { readonly reason: string; readonly since: Instant; readonly isUnknownVersion?: boolean | undefined }
    | undefined;
}

type Counts = Pick<FolderStatus, "profiles" | "tribes" | "missing" | "broken">;

function sentence(folder: FolderState, counts: Counts): string {
  const known = `${counted(counts.profiles, "profile")} and ${counted(counts.tribes, "tribe")}`;
  const hasAny = counts.profiles + counts.tribes > 0;
  switch (folder.kind) {
    case "starting":
      return "The folder has not been read yet.";
    case "unreachable":
      return `The folder cannot be read: ${folder.reason}.${hasAny ? ` The last known ${known} stay as they are.` : ""}`;
    case "looksEmpty":
      return hasAny
        ? `The folder looks empty, and no newer world save says that it is meant to be. The last known ${known} stay ` +
            "as they are."
        : "The folder holds no save files. Is it the folder that the server writes to?";
    case "readable":
      return [`${known}.`, missingPart(counts.missing), brokenPart(counts.broken)].filter((part) => part).join(" ");
  }
}

function missingPart(missing: number): string {
  if (missing === 0) return "";
  return `${counted(missing, "file")} ${missing === 1 ? "is" : "are"} out of sight, and removed if that lasts.`;
}

function brokenPart(broken: number): string {
  if (broken === 0) return "";
  return `${counted(broken, "file")} cannot be read; what was last read from ${broken === 1 ? "it" : "them"} stays.`;
}

/** A status as the log shows it. */
export interface LoggedStatus {
  readonly sentence: string;
  readonly counts: Readonly<Record<string, number>>;
}

/** A folder of files in the log: the sentence, and how many files there are. */
export function countsOfFiles({ sentence: says, profiles, tribes, broken }: FolderStatus): LoggedStatus {
  return { sentence: says, counts: { profiles, tribes, broken } };
}
