/** The meaning of a look at a save folder, for operators. */
import type { SourceWord } from "./source-word.ts";

/** The text about a folder's status for operators. */
export interface SavesStatus {
  readonly state: "starting" | "reading" | "ok" | "unreachable" | "looksEmpty" | "partlyBroken";
  readonly sentence: string;
  readonly brokenFiles: readonly { readonly fileName: string; readonly reason: string }[];
  readonly unknownVersions: number;
  /** Set while what was read cannot be stored. */
  readonly refusedSince?: number | undefined;
}

/** The folder's own sentence, and what it leaves out: what to do, whether storing fails, which file is broken. */
export function savesWord({ state, sentence, brokenFiles, unknownVersions, refusedSince }: SavesStatus): SourceWord {
  const says = [sentence, versionPart(unknownVersions), refusedSince === undefined ? "" : NOT_STORED].filter(
    (part) => part !== "",
  );
  const isGood = state === "ok" && refusedSince === undefined;
  const detail = brokenPart(brokenFiles);
  return { isGood, kind: isGood ? "ok" : state, says: says.join(" "), ...(detail === undefined ? {} : { detail }) };
}

const NOT_STORED = "What was read last could not be stored yet; that is tried again.";

function versionPart(unknownVersions: number): string {
  if (unknownVersions === 0) return "";
  const files = unknownVersions === 1 ? "1 file has" : `${unknownVersions} files have`;
  return `${files} a version that this Tripod does not know: look for a newer Tripod.`;
}

function brokenPart(files: SavesStatus["brokenFiles"]): string | undefined {
  const [first] = files;
  if (!first) return undefined;
  const which = files.length === 1 ? "The file" : "One";
  return `${which} that cannot be read is ${first.fileName}: ${first.reason.replace(/\.$/, "")}.`;
}
