/** Every version in the two orders of time that lists need, and the comparisons of all orders. */
import type { Entry } from "./entry.ts";
import { insertSorted, removeSorted } from "./sorted.ts";

/** So many changes at once are made one by one. Each moves a part of the array; of more, one walk through it is cheaper. */
const FEW = 64;

export class EntryOrders {
  #byUpdate: Entry[] = [];
  #byChangeHere: Entry[] = [];

  /** By time of last change, then name and version. */
  get byUpdate(): readonly Entry[] {
    return this.#byUpdate;
  }

  /** By time of last change in this registry, then name and version. */
  get byChangeHere(): readonly Entry[] {
    return this.#byChangeHere;
  }

  /** Fills empty orders. */
  load(entries: readonly Entry[]): void {
    this.#byUpdate = entries.toSorted(byUpdate);
    this.#byChangeHere = entries.toSorted(byChangeHere);
  }

  /** Takes some entries away and adds others: in time linear in the number of all, however many these are. */
  replace(gone: ReadonlySet<Entry>, fresh: ReadonlySet<Entry>): void {
    this.#byUpdate = replaced(this.#byUpdate, gone, fresh, byUpdate);
    this.#byChangeHere = replaced(this.#byChangeHere, gone, fresh, byChangeHere);
  }
}

type Compare = (one: Entry, other: Entry) => number;

function replaced(items: Entry[], gone: ReadonlySet<Entry>, fresh: ReadonlySet<Entry>, compare: Compare): Entry[] {
  if (gone.size + fresh.size <= FEW) {
    for (const entry of gone) removeSorted(items, entry, compare);
    for (const entry of fresh) insertSorted(items, entry, compare);
    return items;
  }
  const kept = gone.size === 0 ? items : items.filter((entry) => !gone.has(entry));
  return merged(kept, [...fresh].sort(compare), compare);
}

function merged(one: readonly Entry[], other: readonly Entry[], compare: Compare): Entry[] {
  const all: Entry[] = [];
  let at = 0;
  for (const entry of other) {
    for (; at < one.length && compare(one[at] as Entry, entry) < 0; at++) all.push(one[at] as Entry);
    all.push(entry);
  }
  for (; at < one.length; at++) all.push(one[at] as Entry);
  return all;
}

/** Plain order of text, by UTF-16 code unit: the order of lists. */
export function byText(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

export function byUpdate(one: Entry, other: Entry): number {
  return one.updatedAt - other.updatedAt || byIdentity(one, other);
}

function byChangeHere(one: Entry, other: Entry): number {
  return one.changedHereAt - other.changedHereAt || byIdentity(one, other);
}

/** By name, then version: the order of lists. */
export function byIdentity(one: Entry, other: Entry): number {
  return byText(one.serverName, other.serverName) || byText(one.version, other.version);
}
