/** The players and tribes inside a world save, as if each had a file of its own. */
import { createHash } from "node:crypto";
import type { Instant } from "../../../kit/time/instant.ts";
import { DAY_SECONDS } from "../../../kit/time/spans.ts";
import { readSave, type SaveContent } from "./read-save.ts";
import { SaveError } from "./save-error.ts";
import { saveFileKind } from "./save-file-kind.ts";

/** Something in a world save that could be read. */
export interface WorldEntry {
  /** The world's name, `#`, what it is, and its id. */
  readonly fileName: string;
  /** Changes with the bytes, so that what stayed the same is passed over. */
  readonly stamp: string;
  readonly content: SaveContent;
}

/** The problem of one entry; undefined for a sound one. */
export interface BrokenEntry {
  readonly kind: "profile" | "tribe";
  /** Of a tribe, which the world's index names. */
  readonly fileName: string | undefined;
  readonly reason: string;
}

/** Reads a profile of a world save. */
export function readWorldProfile(worldName: string, bytes: Uint8Array): WorldEntry | BrokenEntry {
  const read = readEntry(bytes);
  if (typeof read === "string") return { kind: "profile", fileName: undefined, reason: read };
  if (read.kind !== "profile") return { kind: "profile", fileName: undefined, reason: "It is not a profile." };
  return { fileName: `${worldName}#player-${read.profile.id}`, stamp: stampOf(bytes), content: read };
}

/** Reads a tribe of a world save, which must have the id of its entry. */
export function readWorldTribe(worldName: string, id: number, bytes: Uint8Array): WorldEntry | BrokenEntry {
  const fileName = `${worldName}#tribe-${id}`;
  const read = readEntry(bytes);
  if (typeof read === "string") return { kind: "tribe", fileName, reason: read };
  if (read.kind !== "tribe" || read.tribe.id !== id) return { kind: "tribe", fileName, reason: "It is another tribe." };
  return { fileName, stamp: stampOf(bytes), content: read };
}

export interface WorldDifference {
  /** Entries that are new or not as they were, each name once. */
  readonly changed: readonly WorldEntry[];
  /** Names that are known and are not in the world any more. */
  readonly removed: readonly string[];
}

/**
 * Compares a world's entries, all that there are, with what is known of a server by name and stamp. Known files of
 * players and tribes beside the world are gone too: the server keeps them in the world now. When a profile is broken,
 * its player is unknown, so no player is removed; a broken tribe stays.
 */
export function worldDifference(
  entries: readonly WorldEntry[],
  broken: readonly BrokenEntry[],
  known: ReadonlyMap<string, string>,
): WorldDifference {
  const there = new Map(entries.map((entry) => [entry.fileName, entry]));
  const brokenTribes = new Set(broken.flatMap(({ fileName }) => fileName ?? []));
  const hasBrokenProfile = broken.some(({ kind }) => kind === "profile");
  const isGone = (name: string): boolean => {
    const kind = kindOfName(name);
    if (kind === "other" || there.has(name) || brokenTribes.has(name)) return false;
    return kind === "tribe" || !hasBrokenProfile;
  };
  return {
    changed: [...there.values()].filter(({ fileName, stamp }) => known.get(fileName) !== stamp),
    removed: [...known.keys()].filter(isGone),
  };
}

/** The meaning of a known name. */
export function kindOfName(name: string): "profile" | "tribe" | "other" {
  if (/#player-\d+$/.test(name)) return "profile";
  if (/#tribe-\d+$/.test(name)) return "tribe";
  const kind = saveFileKind(name);
  return kind === "profile" || kind === "tribe" ? kind : "other";
}

function readEntry(bytes: Uint8Array): SaveContent | string {
  try {
    return readSave(bytes);
  } catch (error) {
    if (!(error instanceof SaveError)) throw error;
    return error.message;
  }
}

function stampOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex").slice(0, 32);
}

/** A login that matters is not longer ago than a year of playing without a pause. */
const LONGEST_AGO_SECONDS = 366 * DAY_SECONDS;

/**
 * When a player came to the server, from the game's own clock. That clock stops while the server is down, so this is
 * right for everything since the last start of the server, and too late for earlier events. Undefined for a time that
 * lies after the save or impossibly far back.
 */
export function loginAt(
  loginSeconds: number,
  world: { readonly gameTimeSeconds: number; readonly savedAt: Instant },
): Instant | undefined {
  const agoSeconds = world.gameTimeSeconds - loginSeconds;
  if (!(loginSeconds > 0 && agoSeconds >= 0 && agoSeconds <= LONGEST_AGO_SECONDS)) return undefined;
  return (world.savedAt - Math.round(agoSeconds * 1e6)) as Instant;
}
