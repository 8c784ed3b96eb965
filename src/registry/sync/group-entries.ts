/** Collects a source's entries about one server, so that they are written at once. */
import type { ImportProblem } from "./import-report.ts";
import { readEntry, type ImportEntry } from "./read-entry.ts";

export interface ServerGroup {
  readonly name: string;
  /** By version; at least one. */
  readonly entries: ReadonlyMap<string, ImportEntry>;
  /** Of all documents together. */
  readonly characters: number;
  readonly problems: readonly ImportProblem[];
}

interface OpenGroup {
  readonly name: string;
  readonly entries: Map<string, ImportEntry>;
  characters: number;
  readonly problems: ImportProblem[];
}

/** A server with more than this is passed on in parts, so that no source can fill the memory with one server. */
const MAX_GROUP_CHARACTERS = 64 * 1024 * 1024;

/**
 * The servers of a source. With `ordered`, a server is complete once another one follows (lists of registries are ordered
 * by name); otherwise the whole source is read before the first server is known. Entries that cannot be read go to
 * `onBad` at once.
 */
export async function* groupEntries(
  source: AsyncIterable<unknown>,
  { ordered, onBad }: { readonly ordered: boolean; readonly onBad: (problem: ImportProblem) => void },
): AsyncGenerator<ServerGroup> {
  const open = new Map<string, OpenGroup>();
  for await (const value of source) {
    const read = readEntry(value);
    if (!read.ok) {
      onBad({ kind: "bad", name: read.name, version: read.version, reason: read.reason });
      continue;
    }
    const name = read.entry.record.serverName;
    if (ordered && !open.has(name)) {
      yield* open.values();
      open.clear();
    }
    const group = open.get(name) ?? { name, entries: new Map(), characters: 0, problems: [] };
    open.set(name, group);
    add(group, read.entry);
    if (ordered && group.characters > MAX_GROUP_CHARACTERS) {
      yield group;
      open.delete(name);
    }
  }
  for (const name of [...open.keys()].sort()) {
    const group = open.get(name);
    if (group) yield group;
    // Written servers need not be held until the last is read.
    open.delete(name);
  }
}

function add(group: OpenGroup, entry: ImportEntry): void {
  const { version, document, extraMeta, updatedAt } = entry.record;
  const note = (reason: string): void => {
    group.problems.push({ kind: "altered", name: group.name, version, reason });
  };
  if (entry.note !== undefined) note(entry.note);
  const before = group.entries.get(version);
  if (before) {
    if (isSame(before, entry)) return;
    note("the source has it twice, and differently: the one that changed last was kept");
    if (before.record.updatedAt > updatedAt) return;
  }
  group.entries.set(version, entry);
  group.characters += document.length + (extraMeta?.length ?? 0);
}

function isSame(one: ImportEntry, other: ImportEntry): boolean {
  return one.isLatest === other.isLatest && JSON.stringify(one.record) === JSON.stringify(other.record);
}
