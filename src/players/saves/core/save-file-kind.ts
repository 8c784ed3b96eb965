/** Which files of a server's save folder are read, by their names. */

export type SaveFileKind = "profile" | "tribe" | "tributeTribe" | "world" | "ignored";

const KINDS: ReadonlyMap<string, SaveFileKind> = new Map([
  ["arkprofile", "profile"],
  ["arktribe", "tribe"],
  ["arktributetribe", "tributeTribe"],
  ["arktributetribetribe", "tributeTribe"],
  ["ark", "world"],
]);

/** Copies of a world that the game makes beside it: `TheIsland_27.09.2023_12.30.15.ark`. */
const DATED_COPY = /_\d{1,2}\.\d{1,2}\.\d{4}_\d{1,2}\.\d{1,2}\.\d{1,2}\.ark$/i;

/**
 * The kind of a file, from its name without a folder; upper and lower case are the same. Ignored are the game's copies
 * (`.profilebak`, `.tribebak`, `.bak`, `.arkrbf`, dated worlds), unfinished files (`.tmp`), hidden files, the player's
 * own `PlayerLocalData.arkprofile`, which has another layout, and everything unknown.
 */
export function saveFileKind(fileName: string): SaveFileKind {
  const name = fileName.toLowerCase();
  if (name.startsWith(".") || name.startsWith("playerlocaldata.") || name.includes(".tmp")) return "ignored";
  if (DATED_COPY.test(name)) return "ignored";
  const dot = name.lastIndexOf(".");
  return (dot > 0 ? KINDS.get(name.slice(dot + 1)) : undefined) ?? "ignored";
}
