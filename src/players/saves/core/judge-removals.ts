/**
 * Tells files that were removed from files that are only out of sight. A wrong "removed" makes players vanish, so absence
 * alone proves little: a share that is not mounted is an empty folder, and a mirror may be in the middle of its work.
 */
import type { SaveKind } from "../watch/core/save-kind.ts";

/** How long a file has been away: in how many scans in a row, and over what time from the first to the last of them. */
export interface Absence {
  readonly scans: number;
  readonly ms: number;
}

/** The result of one complete scan of a readable folder, and the state before it. */
export interface ScanView {
  /** Files that the consumer has. */
  readonly inForce: ReadonlyMap<string, { readonly kind: SaveKind; readonly modifiedNs: bigint }>;
  /** Files that are there, readable or not, or whose name is there in other letters (`foldedName`). */
  readonly isThere: (fileName: string) => boolean;
  /** The kinds of which a file is there, known or new. */
  readonly kindsThere: ReadonlySet<SaveKind>;
  /** When the newest world save that is there was written; undefined without any. */
  readonly newestWorldNs: bigint | undefined;
  /** The same, at the last scan that saw any of the files that show whether the world is still the same one. */
  readonly worldBeforeNs: bigint | undefined;
  /** The `absences` of the scan before this one. */
  readonly absences: ReadonlyMap<string, Absence>;
  /** Time since the scan before this one; never more than a scan is expected to take. */
  readonly elapsedMs: number;
}

export interface RemovalRules {
  /** A file is removed when it was away in two scans this far apart, and not there in any scan between them. */
  readonly removedAfterMs: number;
}

export interface Verdict {
  /** Files in force that are away, and how long. */
  readonly absences: ReadonlyMap<string, Absence>;
  /** Files that count as removed from now on, in the order of `inForce`. They are among `absences` still. */
  readonly removed: readonly string[];
  /**
   * The removed files were all the players, and the world goes on: it started over, or the server now keeps its
   * players in the world save.
   */
  readonly isWipe: boolean;
  /** Everything is away and nothing says that it was meant: more like a lost share than like a new world. */
  readonly looksEmpty: boolean;
}

/** Below this many files, half of them is too few to be suspicious. */
const MANY_FILES = 20;

/** Unlikely removals must be seen in this many scans, and for this many times as long. */
const CAREFUL_SCANS = 3;
const CAREFUL_FACTOR = 3;

/**
 * Which files show whether this is still the same world: the profiles; where the consumer has none, the tribes, and so on.
 */
const ANCHOR_KINDS = ["profile", "tribe", "world", "tributeTribe"] as const satisfies readonly SaveKind[];

/**
 * Judges what is away after a scan.
 *
 * - One file: in two scans, `removedAfterMs` apart.
 * - More than half of at least 20 files, of one kind or of all: in three scans, over three times as long.
 * - Every profile, with new profiles there: the same, and all at once.
 * - Every profile, and none there: the same, but only when a world save is there that is newer than the world and the
 *   profiles before. Otherwise the folder looks empty and everything stays.
 */
export function judgeRemovals(view: ScanView, rules: RemovalRules): Verdict {
  const absences = countAbsences(view);
  const keep = { absences, removed: [], isWipe: false };
  if (absences.size === 0) return { ...keep, looksEmpty: false };

  const anchors = anchorsOf(view);
  const isAllGone = anchors.names.length > 0 && anchors.names.every((name) => absences.has(name));
  const worldGoesOn = isAllGone && hasNewerWorld(view, anchors);
  if (isAllGone && !worldGoesOn && !view.kindsThere.has(anchors.kind)) return { ...keep, looksEmpty: true };

  const isCareful = isAllGone || isMassAbsence(view, absences);
  const scans = isCareful ? CAREFUL_SCANS : 2;
  const ms = rules.removedAfterMs * (isCareful ? CAREFUL_FACTOR : 1);
  const removed = [...absences].filter(([, away]) => away.scans >= scans && away.ms >= ms).map(([name]) => name);
  // A new world removes all players at once: half of them would be a state that never was.
  if (isAllGone && removed.length < absences.size) return { ...keep, looksEmpty: false };
  return { absences, removed, isWipe: worldGoesOn && anchors.kind !== "world", looksEmpty: false };
}

/** Whether every file of the kind that matters most is away, or most of many. */
export function isHardToBelieve(view: ScanView): boolean {
  const absences = countAbsences(view);
  const { names } = anchorsOf(view);
  return (names.length > 0 && names.every((name) => absences.has(name))) || isMassAbsence(view, absences);
}

/** The `worldBeforeNs` for the next scan. */
export function worldSeenWithAnchors(view: ScanView): bigint | undefined {
  const isSameWorld = anchorsOf(view).names.some((name) => view.isThere(name));
  return isSameWorld ? (view.newestWorldNs ?? view.worldBeforeNs) : view.worldBeforeNs;
}

interface Anchors {
  readonly kind: SaveKind;
  readonly names: readonly string[];
}

function anchorsOf({ inForce }: ScanView): Anchors {
  const names = new Map<SaveKind, string[]>(ANCHOR_KINDS.map((kind) => [kind, []]));
  for (const [name, { kind }] of inForce) names.get(kind)?.push(name);
  const kind = ANCHOR_KINDS.find((each) => names.get(each)?.length) ?? "profile";
  return { kind, names: names.get(kind) ?? [] };
}

function countAbsences({ inForce, isThere, absences, elapsedMs }: ScanView): Map<string, Absence> {
  const counted = new Map<string, Absence>();
  for (const name of inForce.keys()) {
    if (isThere(name)) continue;
    const before = absences.get(name);
    counted.set(name, before ? { scans: before.scans + 1, ms: before.ms + elapsedMs } : { scans: 1, ms: 0 });
  }
  return counted;
}

function isMassAbsence({ inForce }: ScanView, absences: ReadonlyMap<string, Absence>): boolean {
  const counts = new Map<SaveKind | "all", { known: number; away: number }>();
  for (const [name, { kind }] of inForce) {
    for (const key of [kind, "all"] as const) {
      const { known, away } = counts.get(key) ?? { known: 0, away: 0 };
      counts.set(key, { known: known + 1, away: away + Number(absences.has(name)) });
    }
  }
  return [...counts.values()].some(({ known, away }) => known >= MANY_FILES && away * 2 > known);
}

function hasNewerWorld({ inForce, newestWorldNs, worldBeforeNs }: ScanView, anchors: Anchors): boolean {
  if (newestWorldNs === undefined || (worldBeforeNs !== undefined && newestWorldNs <= worldBeforeNs)) return false;
  return anchors.names.every((name) => (inForce.get(name)?.modifiedNs ?? 0n) < newestWorldNs);
}
