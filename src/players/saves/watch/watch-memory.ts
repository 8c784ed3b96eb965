/**
 * A watcher's knowledge of its folder between two looks at it. Only versions that the consumer took count as in force.
 */
import type { Instant } from "../../../kit/time/instant.ts";
import { whenAbsent, type FileRecord } from "./core/file-record.ts";
import { versionOf } from "./core/file-stamp.ts";
import { folderStatus, type FolderState, type FolderStatus, type ReadingProgress } from "./core/folder-status.ts";
import type { Absence } from "../core/judge-removals.ts";
import { rivalNames } from "./core/rival-names.ts";
import type { SaveKind } from "./core/save-kind.ts";

interface Entry {
  readonly kind: SaveKind;
  readonly record: FileRecord;
}

export class WatchMemory {
  readonly #entries = new Map<string, Entry>();
  #rivals: ReadonlyMap<string, readonly string[]> = new Map();

  absences: ReadonlyMap<string, Absence> = new Map();
  worldBeforeNs: bigint | undefined;
  /** Nothing is known yet, or not everything: the first reading hands on the rest. */
  isFirstReading: boolean;
  /** The consumer waits for the last batch of a first reading, also when nothing is left to read. */
  owesLastBatch: boolean;
  /** Everything that was there has been read once since the watch began. */
  hasReadAll = false;
  /** How far the first look is, while files are being read. */
  reading: ReadingProgress | undefined;
  folder: FolderState = { kind: "starting" };
  shadowedFiles: readonly string[] = [];
  lastScanAt: Instant | undefined;
  lastChangeAt: Instant | undefined;
  lastGoodReadAt: Instant | undefined;
  refusedSince: Instant | undefined;

  /** Starts with the data that the consumer already has. Names that are no longer saves will count as removed. */
  constructor(
    known: ReadonlyMap<string, string>,
    classify: (fileName: string) => SaveKind | "ignored",
    goesOnFirstReading = false,
  ) {
    this.isFirstReading = known.size === 0 || goesOnFirstReading;
    this.owesLastBatch = goesOnFirstReading;
    for (const [fileName, stamp] of known) {
      const kind = classify(fileName);
      const inForce = versionOf(stamp) ?? { sizeBytes: -1, modifiedNs: 0n, inode: 0n };
      this.#entries.set(fileName, { kind: kind === "ignored" ? "tributeTribe" : kind, record: { inForce } });
      if (kind === "world" && inForce.modifiedNs > (this.worldBeforeNs ?? 0n)) this.worldBeforeNs = inForce.modifiedNs;
    }
  }

  recordOf(fileName: string): FileRecord {
    return this.#entries.get(fileName)?.record ?? {};
  }

  keep(fileName: string, kind: SaveKind, record: FileRecord): void {
    this.#entries.set(fileName, { kind, record });
  }

  forget(fileNames: Iterable<string>): void {
    const absences = new Map(this.absences);
    for (const fileName of fileNames) {
      this.#entries.delete(fileName);
      absences.delete(fileName);
    }
    this.absences = absences;
  }

  /** The memory of a file that is missing, or that is not to be read. */
  keepAbsent(fileName: string): void {
    const entry = this.#entries.get(fileName);
    const record = entry && whenAbsent(entry.record);
    if (entry && record) this.#entries.set(fileName, { kind: entry.kind, record });
    else this.#entries.delete(fileName);
  }

  names(): readonly string[] {
    return [...this.#entries.keys()];
  }

  /** Files that are to be looked at again soon. */
  pendingNames(): readonly string[] {
    return this.names().filter((name) => this.recordOf(name).pending);
  }

  inForce(): ReadonlyMap<string, { readonly kind: SaveKind; readonly modifiedNs: bigint }> {
    const inForce = new Map<string, { kind: SaveKind; modifiedNs: bigint }>();
    for (const [name, { kind, record }] of this.#entries) {
      if (record.inForce) inForce.set(name, { kind, modifiedNs: record.inForce.modifiedNs });
    }
    return inForce;
  }

  /** Notes which names differ only in case, of those that are known and those that are there. */
  noteRivals(namesThere: readonly string[]): readonly (readonly string[])[] {
    const groups = rivalNames(new Set([...this.#entries.keys(), ...namesThere]));
    this.#rivals = new Map(groups.flatMap((group) => group.map((name) => [name, group])));
    return groups;
  }

  /** Other names that the consumer has for the same file. */
  rivalsInForce(fileName: string): readonly string[] {
    const group = this.#rivals.get(fileName) ?? [];
    return group.filter((name) => name !== fileName && this.recordOf(name).inForce);
  }

  status(): FolderStatus {
    const files = [...this.#entries].map(
      ([
        fileName,
        {
          kind,
          record: { inForce, broken },
        },
      ]) => ({
        fileName,
        kind,
        isInForce: inForce !== undefined,
        brokenBecause: broken && { ...broken.failure, since: broken.since },
      }),
    );
    const { reading, shadowedFiles, lastScanAt, lastChangeAt, lastGoodReadAt, refusedSince } = this;
    const missing = this.absences.size;
    return folderStatus(this.folder, files, {
      reading,
      missing,
      shadowedFiles,
      lastScanAt,
      lastChangeAt,
      lastGoodReadAt,
      refusedSince,
    });
  }
}
