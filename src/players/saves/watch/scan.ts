/** One look at a folder: what is new, what is broken, what is gone. */
import { afterRefusal, nextStep } from "./core/file-record.ts";
import { judgeRemovals, worldSeenWithAnchors, type ScanView, type Verdict } from "../core/judge-removals.ts";
import { chooseRival, foldedName } from "./core/rival-names.ts";
import { deliver, type Delivery, type Looking } from "./deliver.ts";
import { ioReason } from "./io-reason.ts";
import { listSaves, lookAtSaves, type Listing, type SeenFile } from "./list-saves.ts";
import type { SaveContents } from "./save-changes.ts";
import type { WatchMemory } from "./watch-memory.ts";

export interface Scan<Contents extends SaveContents> extends Delivery<Contents> {
  readonly removedAfterMs: number;
  /** A pause longer than this between two scans counts as no longer: the machine slept, or its clock was set. */
  readonly maxElapsedMs: number;
}

/**
 * Looks at everything and hands on what changed. A folder that cannot be read is noted, and changes nothing else.
 *
 * @throws what `deliver` throws.
 */
export async function scanFolder<Contents extends SaveContents>(scan: Scan<Contents>): Promise<void> {
  const { memory, clock, place } = scan;
  const previousScanAt = memory.lastScanAt;
  let listing: Listing;
  try {
    listing = await listSaves(place);
  } catch (error) {
    place.signal.throwIfAborted();
    noteUnreachable(scan, error);
    return;
  }
  const now = clock.now();
  memory.lastScanAt = now;
  const { counted, superseded } = withoutShadowed(memory, listing);
  const due = takeSteps(scan, counted, listing);

  const elapsedMs = previousScanAt === undefined ? 0 : (now - previousScanAt) / 1000;
  forgetAbsent(memory, listing);
  const view = viewOf(memory, listing, Math.min(Math.max(elapsedMs, 0), scan.maxElapsedMs));
  const verdict = judgeRemovals(view, scan);
  memory.absences = verdict.absences;
  memory.worldBeforeNs = worldSeenWithAnchors(view);
  noteFolder(scan, view, verdict);

  const removed = [...superseded, ...verdict.removed];
  const isWipe = verdict.isWipe && superseded.length === 0;
  await deliver(scan, due, { removed, isWipe, endsReading: !verdict.looksEmpty });
  // A share that is not mounted proves nothing about the files left to read.
  if (verdict.looksEmpty) return;
  memory.isFirstReading = false;
  memory.hasReadAll = true;
}

/**
 * Looks again at the files that were not settled or not readable, and hands on what has become of them.
 *
 * @throws what `deliver` throws.
 */
export async function scanPending<Contents extends SaveContents>(scan: Scan<Contents>): Promise<void> {
  const { memory, place } = scan;
  const names = memory.pendingNames();
  const listing = await lookAtSaves(place, names);
  const there = new Set([...listing.seen, ...listing.refused].map(({ fileName }) => fileName));
  for (const name of names) if (!there.has(name)) memory.keepAbsent(name);
  await deliver(scan, takeSteps(scan, listing.seen, listing), { removed: [], isWipe: false, endsReading: false });
}

/** Of names that differ only in case, one counts. The others are forgotten, once what counts is in force. */
function withoutShadowed(
  memory: WatchMemory,
  { seen, refused }: Listing,
): { counted: readonly SeenFile[]; superseded: readonly string[] } {
  const byName = new Map(seen.map((file) => [file.fileName, file]));
  const shadowed = new Set<string>();
  const superseded: string[] = [];
  for (const group of memory.noteRivals([...seen, ...refused].map(({ fileName }) => fileName))) {
    const there = group.flatMap((name) => byName.get(name) ?? []);
    if (there.length === 0) continue;
    const chosen = chooseRival(there.map(({ fileName, facts }) => ({ fileName, modifiedNs: facts.modifiedNs })));
    for (const { fileName } of there) if (fileName !== chosen) shadowed.add(fileName);
    if (memory.recordOf(chosen).inForce) superseded.push(...memory.rivalsInForce(chosen));
  }
  for (const name of shadowed) memory.keepAbsent(name);
  memory.shadowedFiles = [...shadowed];
  return { counted: seen.filter(({ fileName }) => !shadowed.has(fileName)), superseded };
}

/** Brings the memory up to date with what was seen, and answers the files that are to be read now. */
function takeSteps(scan: Looking, seen: readonly SeenFile[], { refused }: Listing): readonly SeenFile[] {
  const { memory, clock, rules, log } = scan;
  const now = clock.now();
  const due: SeenFile[] = [];
  for (const file of seen) {
    const { next, record } = nextStep(memory.recordOf(file.fileName), file.facts, now, rules);
    memory.keep(file.fileName, file.kind, record);
    if (next === "read") due.push(file);
  }
  for (const { fileName, kind, failure } of refused) {
    const before = memory.recordOf(fileName);
    memory.keep(fileName, kind, afterRefusal(before, undefined, failure, now));
    if (!before.broken) log.warn({ file: fileName, kind, reason: failure.reason }, "a save file cannot be read");
  }
  return due;
}

/** For a missing file, only the version in force is worth remembering. */
function forgetAbsent(memory: WatchMemory, { seen, refused }: Listing): void {
  const there = new Set([...seen, ...refused].map(({ fileName }) => fileName));
  for (const name of memory.names()) if (!there.has(name)) memory.keepAbsent(name);
}

function viewOf(memory: WatchMemory, { seen, refused }: Listing, elapsedMs: number): ScanView {
  const all = [...seen, ...refused];
  const there = new Set(all.map(({ fileName }) => foldedName(fileName)));
  const isThere = (fileName: string): boolean => there.has(foldedName(fileName));
  const worlds = seen.filter(({ kind }) => kind === "world").map(({ facts }) => facts.modifiedNs);
  return {
    inForce: memory.inForce(),
    isThere,
    kindsThere: new Set(all.map(({ kind }) => kind)),
    newestWorldNs: worlds.reduce<bigint | undefined>((a, b) => (a === undefined || b > a ? b : a), undefined),
    worldBeforeNs: memory.worldBeforeNs,
    absences: memory.absences,
    elapsedMs,
  };
}

function noteUnreachable({ memory, clock }: Looking, error: unknown): void {
  const { folder } = memory;
  const since = folder.kind === "unreachable" ? folder.since : clock.now();
  memory.folder = { kind: "unreachable", since, reason: ioReason(error) };
  // Only scans in a row count: whatever happened in between, the files may have been there.
  memory.absences = new Map();
}

function noteFolder({ memory, clock }: Looking, view: ScanView, verdict: Verdict): void {
  const { folder } = memory;
  const hasNothing = view.kindsThere.size === 0 && view.inForce.size === 0;
  if (!verdict.looksEmpty && !hasNothing) memory.folder = { kind: "readable" };
  else if (folder.kind !== "looksEmpty") memory.folder = { kind: "looksEmpty", since: clock.now() };
}
