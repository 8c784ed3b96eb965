/** The common fields of players and tribes as subjects of searches: an id, names, a shown text, a time. */
import type { Instant } from "../../kit/time/instant.ts";
import {
  NameIndex,
  type HitPosition,
  type SearchOptions,
  type SearchResult,
  type SubjectName,
} from "../search/index.ts";
import { IdTable } from "./core/id-table.ts";
import { keptNames } from "./core/kept-names.ts";
import { RecordArena } from "./core/record-arena.ts";

export interface Subject {
  readonly id: bigint;
  /** JSON, as it is shown, with the names that it has now. */
  readonly shown: string;
  /** The names in `shown`. */
  readonly names: readonly Name[];
  /** The latest first; of very many, the oldest are passed over. */
  readonly formerNames: readonly string[];
  readonly isOnline: boolean;
  readonly lastSeen: Instant;
}

type Name = Omit<SubjectName, "subject">;

/** One subject of a list. `shown` is JSON. */
export interface FoundSubject {
  readonly id: bigint;
  readonly shown: Buffer;
}

export interface FoundPage {
  readonly found: readonly FoundSubject[];
  readonly total: number;
  readonly isTotalExact: boolean;
  readonly next: HitPosition | undefined;
}

const FIRST_SUBJECTS = 1024;
const NOTHING = Buffer.alloc(0);

/** One list of subjects, searchable, by id. */
export class SubjectList {
  readonly #table = new IdTable();
  readonly #index: NameIndex;
  readonly #records = new RecordArena();
  /** Former names of players that have some, as JSON: to be removed from the index again. */
  readonly #former = new RecordArena();
  readonly #presentNames: (shown: string) => readonly Name[];
  #ids = new BigInt64Array(FIRST_SUBJECTS);
  #lastSeen = new Float64Array(FIRST_SUBJECTS);
  #online = new Uint8Array(FIRST_SUBJECTS);
  readonly #free: number[] = [];
  #count = 0;

  /** @param presentNames finds the names in what is shown. */
  constructor(presentNames: (shown: string) => readonly Name[]) {
    this.#presentNames = presentNames;
    this.#index = new NameIndex({
      isOnline: (subject) => this.#online[subject] === 1,
      lastSeen: (subject) => this.#lastSeen[subject] ?? 0,
      id: (subject) => this.#ids[subject] ?? 0n,
    });
  }

  get size(): number {
    return this.#table.size;
  }

  /** Of the index alone, and of everything. */
  get memory(): { readonly names: number; readonly indexBytes: number; readonly bytes: number } {
    const columns = this.#ids.byteLength + this.#lastSeen.byteLength + this.#online.byteLength;
    const records = this.#records.byteLength + this.#former.byteLength;
    const indexBytes = this.#index.byteLength;
    return { names: this.#index.size, indexBytes, bytes: indexBytes + columns + records + this.#table.byteLength };
  }

  /** Fills an empty list. */
  load(subjects: Iterable<Subject>): void {
    this.#index.load(this.#loaded(subjects));
  }

  finishLoading(): void {
    this.#index.finishLoading();
  }

  *#loaded(subjects: Iterable<Subject>): Iterable<SubjectName> {
    for (const subject of subjects) {
      const place = this.#placeOf(subject.id);
      const former = keptNames(subject.formerNames);
      this.#show(place, subject, former);
      for (const name of namesOf(subject.names, former)) yield { subject: place, ...name };
    }
  }

  /** Puts a subject in, or in the place of what was known of it. */
  put(subject: Subject): void {
    const known = this.#table.get(subject.id);
    const before = known === undefined ? [] : this.#namesAt(known);
    const place = known ?? this.#placeOf(subject.id);
    const former = keptNames(subject.formerNames);
    this.#show(place, subject, former);
    const after = namesOf(subject.names, former);
    for (const name of before) if (!has(after, name)) this.#index.remove(place, name.kind, name.text);
    for (const name of after) if (!has(before, name)) this.#index.add(place, name.kind, name.text);
  }

  remove(id: bigint): void {
    const place = this.#table.get(id);
    if (place === undefined) return;
    for (const { kind, text } of this.#namesAt(place)) this.#index.remove(place, kind, text);
    this.#table.delete(id);
    this.#records.set(place, NOTHING);
    this.#former.set(place, NOTHING);
    this.#online[place] = 0;
    this.#free.push(place);
  }

  /** A subject as it is shown. */
  find(id: bigint): FoundSubject | undefined {
    const place = this.#table.get(id);
    return place === undefined ? undefined : this.#foundAt(place);
  }

  search(query: string, options: SearchOptions): FoundPage {
    const { hits, total, isTotalExact, next }: SearchResult = this.#index.search(query, options);
    return { found: hits.flatMap(({ subject }) => this.#foundAt(subject) ?? []), total, isTotalExact, next };
  }

  /** How many of a few subjects a search finds by their names, on whichever of its pages they are. */
  countFound(ids: readonly bigint[], query: string, options: Omit<SearchOptions, "after">): number {
    if (ids.length === 0) return 0;
    const index = new NameIndex({ isOnline: () => false, lastSeen: () => 0, id: BigInt });
    for (const [subject, id] of ids.entries()) {
      const place = this.#table.get(id);
      const names = place === undefined ? [] : this.#namesAt(place);
      for (const { kind, text } of names) index.add(subject, kind, text);
    }
    return index.search(query, options).total;
  }

  mergeStep(units: number): boolean {
    return this.#index.mergeStep(units);
  }

  #foundAt(place: number): FoundSubject | undefined {
    const shown = this.#records.get(place);
    return shown && { id: this.#ids[place] ?? 0n, shown };
  }

  #show(place: number, { lastSeen, isOnline, shown }: Subject, former: readonly string[]): void {
    this.#lastSeen[place] = lastSeen;
    this.#online[place] = isOnline ? 1 : 0;
    this.#records.set(place, Buffer.from(shown));
    this.#former.set(place, former.length === 0 ? NOTHING : Buffer.from(JSON.stringify(former)));
  }

  #namesAt(place: number): Name[] {
    const shown = this.#records.get(place)?.toString();
    const former = this.#former.get(place)?.toString() ?? "[]";
    const present = shown === undefined ? [] : this.#presentNames(shown);
    return namesOf(present, JSON.parse(former) as string[]);
  }

  #placeOf(id: bigint): number {
    const known = this.#table.get(id);
    if (known !== undefined) return known;
    const place = this.#free.pop() ?? this.#count++;
    if (place >= this.#ids.length) this.#grow();
    this.#table.set(id, place);
    this.#ids[place] = id;
    return place;
  }

  #grow(): void {
    const size = this.#ids.length * 2;
    const ids = new BigInt64Array(size);
    ids.set(this.#ids);
    this.#ids = ids;
    const lastSeen = new Float64Array(size);
    lastSeen.set(this.#lastSeen);
    this.#lastSeen = lastSeen;
    const online = new Uint8Array(size);
    online.set(this.#online);
    this.#online = online;
  }
}

/** A former name that is a present one too counts as that. */
function namesOf(present: readonly Name[], former: readonly string[]): Name[] {
  const names = [...present, ...former.map((text) => ({ kind: "former", text }) as const)];
  return names.filter(({ text }) => text !== "");
}

function has(names: readonly Name[], { kind, text }: Name): boolean {
  return names.some((name) => name.kind === kind && name.text === text);
}
