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

/** The folder's own sentence, and what it leaves out: which file is broken, what to do, whether storing fails. */
export function savesWord(status: SavesStatus): SourceWord {
  const { state, sentence, refusedSince } = status;
  const says = [sentence, brokenPart(status), refusedSince === undefined ? "" : NOT_STORED].filter(
    (part) => part !== "",
  );
  const isGood = state === "ok" && refusedSince === undefined;
  return { isGood, kind: isGood ? "ok" : state, says: says.join(" ") };
}

const NOT_STORED = "What was read last could not be stored yet; that is tried again.";

function brokenPart({ brokenFiles, unknownVersions }: SavesStatus): string {
  const [first] = brokenFiles;
  if (!first) return "";
  const named = `${brokenFiles.length === 1 ? "It is" : "One is"} ${first.fileName}: ${first.reason.replace(/\.$/, "")}.`;
  if (unknownVersions === 0) return named;
  const files = unknownVersions === 1 ? "1 file has" : `${unknownVersions} files have`;
  return `${named} ${files} a version that this Tripod does not know: look for a newer Tripod.`;
}
