/** Whether a world save that holds no players is to be believed. */
import { judgeRemovals, isHardToBelieve, type Absence, type ScanView } from "./judge-removals.ts";
import { kindOfName } from "./world-changes.ts";

/** How long names have been away, by the worlds that were read. */
export interface WorldListMemory {
  readonly absences: ReadonlyMap<string, Absence>;
  /** When the world before was saved, in milliseconds; undefined before the first. */
  readonly savedAtMs: number | undefined;
}

export interface WorldListVerdict {
  /** Names that count as removed from now on. */
  readonly removed: readonly string[];
  /** How many more are away, and stay because that is hard to believe. */
  readonly held: number;
  readonly memory: WorldListMemory;
}

/**
 * Judges the names that a world does not hold any more. They are gone at once, since a world is saved as a whole.
 * Where it holds no players, they are judged like missing files: gone when three worlds in a row say so, over a time.
 */
export function judgeWorldList(
  known: Iterable<string>,
  removed: readonly string[],
  {
    memory,
    savedAtMs,
    removedAfterMs,
    isEmpty,
  }: { memory: WorldListMemory; savedAtMs: number; removedAfterMs: number; isEmpty: boolean },
): WorldListVerdict {
  const away = new Set(removed);
  const inForce = new Map<string, { kind: "profile" | "tribe"; modifiedNs: bigint }>();
  for (const name of known) {
    const kind = kindOfName(name);
    if (kind !== "other") inForce.set(name, { kind, modifiedNs: 0n });
  }
  const view: ScanView = {
    inForce,
    isThere: (name) => !away.has(name),
    kindsThere: new Set(["world"]),
    // The world itself was read: it is there, and newer than what was known before.
    newestWorldNs: 1n,
    worldBeforeNs: undefined,
    absences: memory.absences,
    elapsedMs: memory.savedAtMs === undefined ? 0 : Math.max(0, savedAtMs - memory.savedAtMs),
  };
  const verdict = judgeRemovals(view, { removedAfterMs });
  const next = { absences: verdict.absences, savedAtMs };
  // A world with players is their list, also where they were in files before.
  if (!isEmpty || !isHardToBelieve(view)) return { removed, held: 0, memory: { ...next, absences: new Map() } };
  return { removed: verdict.removed, held: away.size - verdict.removed.length, memory: next };
}
