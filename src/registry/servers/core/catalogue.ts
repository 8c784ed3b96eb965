/**
 * The registry's read model: every version in memory as the bytes that are sent, in the orders that lists need.
 * It is built from the database at start and follows it by whole changes of one server, so it is never newer than the
 * database and never shows half of a change.
 */
import { invariant } from "../../../kit/errors/invariant.ts";
import { byText, EntryOrders } from "./entry-orders.ts";
import { entryOf, withLatest, type Entry } from "./entry.ts";
import { GramIndex } from "./gram-index.ts";
import { indexOf, insertSorted } from "./sorted.ts";
import type { ServerChange } from "./version-record.ts";

export interface CatalogueServer {
  readonly name: string;
  readonly lowerName: string;
  /** Title and description of all its versions, in lower case, each text once; texts that were replaced stay. */
  readonly words: Set<string>;
  revision: number;
  latest: Entry;
  /** By version, as plain text. */
  entries: Entry[];
}

export class Catalogue {
  readonly #byName = new Map<string, CatalogueServer>();
  readonly #servers: CatalogueServer[] = [];
  readonly #orders = new EntryOrders();
  readonly #names = new GramIndex<CatalogueServer>();
  readonly #words = new GramIndex<CatalogueServer>();
  /** Servers whose words are not indexed yet, after a load. */
  #unindexed: CatalogueServer[] = [];
  #generation = 0;
  #versionCount = 0;

  /** Changes whenever anything in here does: what was made from one generation holds until the next. */
  get generation(): number {
    return this.#generation;
  }

  get versionCount(): number {
    return this.#versionCount;
  }

  get serverCount(): number {
    return this.#servers.length;
  }

  /** Every server, by name as plain text. */
  get servers(): readonly CatalogueServer[] {
    return this.#servers;
  }

  /** Every version, by time of last change, then name and version. */
  get byUpdate(): readonly Entry[] {
    return this.#orders.byUpdate;
  }

  /** Every version, by time of last change in this registry, then name and version. */
  get byChangeHere(): readonly Entry[] {
    return this.#orders.byChangeHere;
  }

  /**
   * Fills an empty catalogue. `changes` hold whole servers, in any order. Their titles and descriptions are indexed
   * afterwards, by `indexSome`: a start need not wait for what only makes some searches faster.
   */
  load(changes: Iterable<ServerChange>): void {
    invariant(this.#servers.length === 0, "only an empty catalogue is loaded");
    for (const change of changes) this.#servers.push(this.#add(change));
    this.#unindexed = [...this.#servers];
    this.#servers.sort(byName);
    this.#orders.load(this.#servers.flatMap(({ entries }) => entries));
    this.#generation++;
  }

  /** Indexes the words of some servers that were loaded. False when there was nothing left to do. */
  indexSome(count: number): boolean {
    const some = this.#unindexed.splice(-count);
    for (const server of some) for (const words of server.words) this.#words.add(words, server);
    return some.length > 0;
  }

  find(name: string): CatalogueServer | undefined {
    return this.#byName.get(name);
  }

  /** One version; `latest` is the one with the flag. */
  findVersion(name: string, version: string): Entry | undefined {
    const server = this.#byName.get(name);
    if (!server) return undefined;
    if (version === "latest") return server.latest;
    const at = indexOf(server.entries, version, versionAgainst);
    return at < 0 ? undefined : server.entries[at];
  }

  /** The revision that is shown of a server; 0 when it is unknown. */
  revisionOf(name: string): number {
    return this.#byName.get(name)?.revision ?? 0;
  }

  /**
   * Applies the next change of a server. Answers false, and changes nothing, when it is not the next one: the caller
   * then reads the server whole and calls `replace`. A change that is already in here is answered with true.
   */
  apply(change: ServerChange): boolean {
    const server = this.#byName.get(change.name);
    if ((server?.revision ?? 0) >= change.revision) return true;
    if ((server?.revision ?? 0) !== change.revision - 1) return false;
    if (server) this.#merge(server, change);
    else this.#addNew(change);
    this.#generation++;
    return true;
  }

  /** Puts a server as it was read from the database, whole, in the place of what is known of it. */
  replace(whole: ServerChange): void {
    const server = this.#byName.get(whole.name);
    if ((server?.revision ?? 0) >= whole.revision) return;
    if (server) this.#merge(server, whole);
    else this.#addNew(whole);
    this.#generation++;
  }

  /**
   * Servers among which are all whose name contains `text` (lower case) or, with `words`, whose title or description in
   * any version does. Some come twice. Undefined when the text is too short or too common to tell them apart.
   */
  candidates(text: string, words: boolean): readonly CatalogueServer[] | undefined {
    const named = this.#names.candidates(text);
    if (!words || !named) return named;
    if (this.#unindexed.length > 0) return undefined;
    const described = this.#words.candidates(text);
    return described && [...named, ...described];
  }

  #addNew(change: ServerChange): void {
    const server = this.#add(change, true);
    insertSorted(this.#servers, server, byName);
    this.#orders.replace(NONE, new Set(server.entries));
  }

  /** All of a server but its place in the orders. */
  #add(change: ServerChange, isIndexed = false): CatalogueServer {
    invariant(!this.#byName.has(change.name), "a server is added once");
    const entries = change.versions.map((record) => entryOf(record, record.version === change.latestVersion));
    entries.sort(byVersion);
    const server: CatalogueServer = {
      name: change.name,
      lowerName: change.name.toLowerCase(),
      words: new Set(),
      revision: change.revision,
      latest: latestIn(entries, change),
      entries,
    };
    this.#byName.set(change.name, server);
    this.#names.add(server.lowerName, server);
    for (const entry of entries) this.#describe(server, entry, isIndexed);
    this.#versionCount += entries.length;
    return server;
  }

  #merge(server: CatalogueServer, change: ServerChange): void {
    const gone = new Set<Entry>();
    const fresh = new Set<Entry>();
    const swap = (at: number, entry: Entry): void => {
      const before = server.entries[at];
      invariant(before, "the version to replace is there");
      if (!fresh.delete(before)) gone.add(before);
      server.entries[at] = entry;
      fresh.add(entry);
    };
    for (const record of change.versions) {
      const entry = entryOf(record, record.version === change.latestVersion);
      const at = indexOf(server.entries, record.version, versionAgainst);
      if (at >= 0) swap(at, entry);
      else {
        server.entries.splice(-at - 1, 0, entry);
        fresh.add(entry);
        this.#versionCount++;
      }
      this.#describe(server, entry, true);
    }
    // The flag may have moved between versions that the change does not name.
    for (const version of [server.latest.version, change.latestVersion]) {
      const at = indexOf(server.entries, version, versionAgainst);
      const entry = server.entries[at];
      const right = entry && withLatest(entry, version === change.latestVersion);
      if (right && right !== entry) swap(at, right);
    }
    this.#orders.replace(gone, fresh);
    server.latest = latestIn(server.entries, change);
    server.revision = change.revision;
  }

  /** Versions of one server mostly say the same. */
  #describe(server: CatalogueServer, { words }: Entry, isIndexed: boolean): void {
    if (server.words.has(words)) return;
    server.words.add(words);
    if (isIndexed) this.#words.add(words, server);
  }
}

const NONE: ReadonlySet<Entry> = new Set();

function latestIn(entries: readonly Entry[], change: ServerChange): Entry {
  const latest = entries[indexOf(entries, change.latestVersion, versionAgainst)];
  invariant(latest, "the latest version of a server is one of its versions");
  return latest;
}

function byName(one: CatalogueServer, other: CatalogueServer): number {
  return byText(one.name, other.name);
}

function byVersion(one: Entry, other: Entry): number {
  return byText(one.version, other.version);
}

function versionAgainst(entry: Entry, version: string): number {
  return byText(entry.version, version);
}
