/** Which former names of a player or tribe are kept for searches, so that no one's names can fill the directory. */
import { MAX_RECORD_BYTES } from "./record-arena.ts";

/** Of one player or tribe. Honest ones have a few; all of them are compared whenever anything of it changes. */
export const MAX_FORMER_NAMES = 500;

/** The latest names: at most `MAX_FORMER_NAMES`, and no more than fit as JSON into a record. @param names the latest first */
export function keptNames(names: readonly string[]): readonly string[] {
  const latest = names.slice(0, MAX_FORMER_NAMES);
  // The brackets; each name then takes a comma, or the last one no more than that.
  let bytes = 2;
  const end = latest.findIndex((name) => {
    bytes += Buffer.byteLength(JSON.stringify(name)) + 1;
    return bytes > MAX_RECORD_BYTES;
  });
  return end === -1 ? latest : latest.slice(0, end);
}
