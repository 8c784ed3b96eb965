/** Looks whether a server's entry names the right folder of saves, without reading them. */
import { existsSync } from "node:fs";
import { open, readdir, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { codeOf } from "../../../kit/errors/code-of.ts";
import { READ_WITHOUT_WAITING } from "../../../kit/files/read-without-waiting.ts";
import type { Finding, Game, SavesSource } from "../../cluster/index.ts";
import { GAME_MARK_BYTES, gameOfSave, gameOfWorld, saveFileKind } from "../../saves/index.ts";
import { findSavesBelow } from "./find-saves.ts";

export interface SavesPlace {
  readonly game: Game;
  readonly saves: SavesSource;
}

type Fault = Extract<Finding, { ok: false }>;

const GAME_NAMES: Readonly<Record<Game, string>> = { ase: "ARK: Survival Evolved", asa: "ARK: Survival Ascended" };
/** This many files tell which game wrote a folder. */
const SAMPLES = 10;
const MAX_NAMED = 3;

/**
 * The names of the saves in the place, or the first thing that is wrong with it. An empty folder is right: a new server
 * has one.
 *
 * @throws the signal's reason.
 */
export async function readSavesPlace(
  { game, saves }: SavesPlace,
  signal: AbortSignal,
): Promise<readonly string[] | Fault> {
  const names = await namesIn(saves.folder, "saves.folder");
  if (!Array.isArray(names)) return names;
  if (names.length === 0) {
    const below = await findSavesBelow(saves.folder, signal);
    if (below.length > 0) return elsewhere(saves.folder, below);
  }
  if (saves.worldFile !== undefined) {
    const fault = await worldFault(saves.worldFile, names);
    if (fault) return fault;
  }
  const other = await otherGame(saves.folder, names, game);
  if (other === undefined) return names;
  return {
    ok: false,
    says: `The entry says \`game: ${game}\`, but the saves in ${saves.folder} were written by ${GAME_NAMES[other]}.`,
    doThis: `Set \`game: ${other}\`, or name the folder of the other server.`,
  };
}

/**
 * The first thing that is wrong with the place, or undefined.
 *
 * @throws the signal's reason.
 */
export async function checkSavesPlace(place: SavesPlace, signal: AbortSignal): Promise<Fault | undefined> {
  const read = await readSavesPlace(place, signal);
  return "ok" in read ? read : undefined;
}

/** Names of the saves in a folder, or why they cannot be listed. */
async function namesIn(folder: string, member: string): Promise<string[] | Fault> {
  try {
    return (await readdir(folder)).filter((name) => saveFileKind(name) !== "ignored").sort();
  } catch (error) {
    const code = codeOf(error);
    if (code === "ENOENT") {
      return missing(`The folder of \`${member}\``, member, folder, missingPart(folder));
    }
    if (code === "ENOTDIR") {
      return {
        ok: false,
        says: `What \`${member}\` names, ${folder}, is not a folder.`,
        doThis: `Correct \`${member}\` in the cluster's file: it takes the folder that holds the saves.`,
      };
    }
    return {
      ok: false,
      says: `The folder of \`${member}\`, ${folder}, cannot be read (${code ?? "unknown error"}).`,
      doThis: "Give the account that runs Tripod the right to list and read this folder.",
    };
  }
}

function missing(what: string, member: string, path: string, why: string): Fault {
  return {
    ok: false,
    says: `${what}, ${path}, is not there${why}.`,
    doThis: `Correct \`${member}\` in the cluster's file, or connect the share that it is on.`,
  };
}

/** How far the path leads: `: /srv/ark holds no SavedArks`. */
function missingPart(path: string): string {
  let below = path;
  for (let above = dirname(path); above !== below; below = above, above = dirname(above)) {
    if (existsSync(above)) return `: ${above} holds no ${basename(below)}`;
  }
  return "";
}

function elsewhere(folder: string, near: readonly string[]): Fault {
  const [first = ""] = near;
  const where = near.length === 1 ? `${first} does` : `these do: ${near.join(", ")}`;
  return {
    ok: false,
    says: `The folder of \`saves.folder\`, ${folder}, holds no save files, but ${where}.`,
    doThis: near.length === 1 ? `Set \`saves.folder\` to ${first}.` : "Set `saves.folder` to the one of this server.",
  };
}

async function worldFault(worldFile: string, names: readonly string[]): Promise<Fault | undefined> {
  const found = await stat(worldFile).catch((error: unknown) => codeOf(error));
  if (found !== "ENOENT" && found !== "ENOTDIR") return undefined;
  const worlds = names.filter((name) => saveFileKind(name) === "world");
  const named = worlds.slice(0, MAX_NAMED).join(", ");
  const holds = worlds.length === 0 ? "no world" : `the world${worlds.length === 1 ? "" : "s"} ${named}`;
  return missing("The file of `saves.worldFile`", "saves.worldFile", worldFile, `. The folder holds ${holds}`);
}

/** The game that wrote the first files, when it is another one. */
async function otherGame(folder: string, names: readonly string[], game: Game): Promise<Game | undefined> {
  const wrote = await gameOfFolder(folder, names);
  return wrote === game ? undefined : wrote;
}

/** The game that wrote the first of these saves of a folder, when all of them agree. */
export async function gameOfFolder(folder: string, names: readonly string[]): Promise<Game | undefined> {
  const told = new Set<Game>();
  for (const name of sampled(names)) {
    const bytes = await beginningOf(join(folder, name));
    const wrote = saveFileKind(name) === "world" ? gameOfWorld(bytes) : gameOfSave(bytes);
    if (wrote !== undefined) told.add(wrote);
  }
  const [only] = told;
  return told.size === 1 ? only : undefined;
}

function sampled(names: readonly string[]): readonly string[] {
  const of = (...kinds: string[]): string[] => names.filter((name) => kinds.includes(saveFileKind(name)));
  return [...of("profile", "tribe").slice(0, SAMPLES), ...of("world").slice(0, SAMPLES)];
}

async function beginningOf(path: string): Promise<Uint8Array> {
  try {
    const file = await open(path, READ_WITHOUT_WAITING);
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(GAME_MARK_BYTES), 0, GAME_MARK_BYTES, 0);
      return buffer.subarray(0, bytesRead);
    } finally {
      await file.close();
    }
  } catch {
    // Reading all files says what is wrong with this one.
    return new Uint8Array(0);
  }
}
