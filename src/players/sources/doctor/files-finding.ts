/** The result of reading all files of a save folder, in plain words. */
import { counted } from "../../../kit/text/counted.ts";
import type { Finding } from "../../cluster/index.ts";
import type { SaveErrorReason } from "../../saves/index.ts";

export interface FilesRead {
  readonly profiles: number;
  readonly tribes: number;
  readonly worlds: number;
  readonly broken: readonly BrokenFile[];
}

export interface BrokenFile {
  readonly fileName: string;
  /** The problem. */
  readonly says: string;
  readonly why: SaveErrorReason | "notRead";
}

const MAX_NAMED = 5;

export function findingOfFiles({ profiles, tribes, worlds, broken }: FilesRead): Finding {
  const read = `${counted(profiles, "profile")} and ${counted(tribes, "tribe")} were read.`;
  if (broken.length > 0) {
    const named = broken.slice(0, MAX_NAMED).map(({ fileName, says }) => `${fileName}: ${says.replace(/\.$/, "")}`);
    const rest = broken.length > MAX_NAMED ? `; and ${broken.length - MAX_NAMED} more` : "";
    const says = `${read} ${counted(broken.length, "file")} cannot be: ${named.join("; ")}${rest}.`;
    return { ok: false, says, doThis: adviceFor(broken) };
  }
  if (profiles + tribes > 0) return { ok: true, says: read };
  if (worlds === 0) return { ok: false, says: "The folder holds no save files.", doThis: RIGHT_FOLDER };
  return {
    ok: false,
    says: "The folder holds a world, but neither profiles nor tribes.",
    doThis:
      "If no player has joined yet, all is well. If the server runs with -usestore, set `store: world` and `worldFile`.",
  };
}

const RIGHT_FOLDER =
  "Set `saves.folder` to the folder with the .arkprofile files, such as ShooterGame/Saved/SavedArks/TheIsland_WP. A new " +
  "server makes them when a player has joined and it saves.";

/** For files of a version that is unknown here. */
export const NEWER_TRIPOD =
  "The game writes a version that this Tripod does not know: look for a newer Tripod. Until then nothing is lost.";

function adviceFor(broken: readonly BrokenFile[]): string {
  const has = (why: BrokenFile["why"]): boolean => broken.some((file) => file.why === why);
  if (has("unknown_version")) return NEWER_TRIPOD;
  if (has("notRead")) return "Give the account that runs Tripod the right to read these files.";
  return "Let the server save once more and try again. If they stay so, put the game's own backups in their place.";
}
