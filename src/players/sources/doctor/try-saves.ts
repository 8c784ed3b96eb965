/** Reads the saves of a server once, every file of them. */
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { codeOf } from "../../../kit/errors/code-of.ts";
import type { Clock } from "../../../kit/time/clock.ts";
import type { Finding } from "../../cluster/index.ts";
import { readSave, readTribute, SaveError, saveFileKind } from "../../saves/index.ts";
import { readSavesPlace, type SavesPlace } from "./check-saves-place.ts";
import { findingOfFiles, type BrokenFile, type FilesRead } from "./files-finding.ts";
import { tryWorld } from "./try-world.ts";

/** Larger files are not saves of players or tribes. */
const MAX_BYTES = 64 * 1024 * 1024;
/** A file that the game was just writing is whole by then. */
const RETRY_MS = 1_500;
/** On a share each file takes its time, however small. */
const READS_AT_ONCE = 8;

/** Called with how many files of how many were read. */
export type OnRead = (done: number, of: number) => void;

/** @throws the signal's reason. */
export async function trySaves(
  place: SavesPlace,
  clock: Clock,
  signal: AbortSignal,
  onRead: OnRead = () => undefined,
): Promise<Finding> {
  const { saves } = place;
  const names = await readSavesPlace(place, signal);
  if ("ok" in names) return names;
  if (saves.store === "world" && saves.worldFile !== undefined) return await tryWorld(saves.worldFile, clock, signal);
  const first = await readAll(saves.folder, names, signal, onRead);
  if (first.broken.length === 0) return findingOfFiles(first);
  await clock.sleep(RETRY_MS, signal);
  const again = first.broken.map(({ fileName }) => fileName);
  const second = await readAll(saves.folder, again, signal);
  return findingOfFiles({
    profiles: first.profiles + second.profiles,
    tribes: first.tribes + second.tribes,
    worlds: first.worlds,
    broken: second.broken,
  });
}

async function readAll(
  folder: string,
  names: readonly string[],
  signal: AbortSignal,
  onRead: OnRead = () => undefined,
): Promise<FilesRead> {
  const read = { profiles: 0, tribes: 0, worlds: 0, broken: [] as BrokenFile[] };
  for (let from = 0; from < names.length; from += READS_AT_ONCE) {
    signal.throwIfAborted();
    const batch = names.slice(from, from + READS_AT_ONCE);
    for (const result of await Promise.all(batch.map((fileName) => readOne(folder, fileName)))) {
      if (typeof result === "object") read.broken.push(result);
      else if (result !== "other") read[result]++;
    }
    onRead(from + batch.length, names.length);
  }
  return read;
}

async function readOne(
  folder: string,
  fileName: string,
): Promise<BrokenFile | "profiles" | "tribes" | "worlds" | "other"> {
  const kind = saveFileKind(fileName);
  if (kind === "world") return "worlds";
  try {
    const path = join(folder, fileName);
    const status = await stat(path);
    // A pipe would never end, and the lookup does not read one.
    if (!status.isFile()) return "other";
    const { size } = status;
    if (size > MAX_BYTES) return { fileName, says: `it has ${size} bytes, more than any real save`, why: "too_much" };
    const bytes = await readFile(path);
    if (kind !== "tributeTribe") return readSave(bytes).kind === "profile" ? "profiles" : "tribes";
    readTribute(bytes);
    return "other";
  } catch (error) {
    if (error instanceof SaveError) return { fileName, says: error.message, why: error.reason };
    // The game may just have taken it away.
    if (codeOf(error) === "ENOENT") return "other";
    return { fileName, says: `it cannot be opened (${codeOf(error) ?? "unknown error"})`, why: "notRead" };
  }
}
