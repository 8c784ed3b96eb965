/** Looks for folders with ARK saves where game servers are usually installed. Names are read, and the first bytes of saves. */
import { readdir } from "node:fs/promises";
import { homedir } from "node:os";
import { basename } from "node:path";
import type { Game } from "../../cluster/index.ts";
import { saveFileKind } from "../../saves/index.ts";
import { gameOfFolder } from "./check-saves-place.ts";
import { lookInto } from "./find-saves.ts";

export interface SaveFolder {
  readonly folder: string;
  readonly game: Game;
  /** How many files it holds that are saves. */
  readonly files: number;
  /** The name of its world's file, without the ending. */
  readonly map: string | undefined;
}

export interface FoundFolders {
  readonly folders: readonly SaveFolder[];
  /** Whether everything below the places was looked into. */
  readonly isWhole: boolean;
}

/** `steamapps/common/ARK.../ShooterGame/Saved/SavedArks/TheIsland_WP` below the home folder of an account in `/home`. */
const MAX_DEPTH = 11;
const MAX_FOLDERS = 20_000;
const MAX_FOUND = 20;

/** They hold many folders and never a server's saves. */
const SKIPPED = new Set([
  "node_modules",
  "Content",
  "Binaries",
  "Engine",
  "Mods",
  "proc",
  "sys",
  "dev",
  "snap",
  "overlay2",
  "compatdata",
  // The invented cluster of `tripod serve --demo`, below its data folder.
  "demo-cluster",
]);

/** Where servers are installed by hand, by Steam, by LinuxGSM and in containers. */
export function usualPlaces(): readonly string[] {
  if (process.platform === "win32")
    return [homedir(), "C:\\arkservers", "C:\\Program Files (x86)\\Steam", "C:\\steamcmd"];
  return [
    process.cwd(),
    homedir(),
    "/home",
    "/srv",
    "/opt",
    "/mnt",
    "/data",
    "/games",
    "/var/games",
    "/var/lib/docker/volumes",
  ];
}

/**
 * Folders with saves below the places, the nearest first: at most 20, of at most 20,000 folders. Links are not followed,
 * and hidden folders are, because Steam's are.
 */
export async function findSaveFolders(places: readonly string[], signal: AbortSignal): Promise<FoundFolders> {
  const found = new Map<string, SaveFolder>();
  const seen = new Set<string>();
  let level = [...places];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) return { folders: [...found.values()], isWhole: false };
    const below: string[] = [];
    for (const folder of level) {
      if (seen.has(folder)) continue;
      if (seen.size >= MAX_FOLDERS || found.size >= MAX_FOUND || signal.aborted) {
        return { folders: [...found.values()], isWhole: false };
      }
      seen.add(folder);
      const { hasSaves, folders } = await lookInto(folder);
      const read = hasSaves ? await findSavesIn(folder) : undefined;
      if (read) found.set(folder, read);
      below.push(...folders.filter((each) => !isSkipped(basename(each))));
    }
    level = below;
  }
  return { folders: [...found.values()], isWhole: true };
}

/** The content of a folder; undefined without saves in it, or with saves of no known game. */
export async function findSavesIn(folder: string): Promise<SaveFolder | undefined> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => saveFileKind(name) !== "ignored").sort();
  const game = await gameOfFolder(folder, names);
  if (game === undefined) return undefined;
  const world = names.find((name) => saveFileKind(name) === "world");
  return { folder, game, files: names.length, map: world?.replace(/\.ark$/, "") };
}

function isSkipped(name: string): boolean {
  return SKIPPED.has(name) || name.startsWith(".git") || name.startsWith(".cache") || name.startsWith(".npm");
}
