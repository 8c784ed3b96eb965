/**
 * File names that differ only in upper and lower case. A server's file system may treat them as one file and ours as
 * two. So a copied folder can hold an old and a new version of the same save side by side.
 */
import { invariant } from "../../../../kit/errors/invariant.ts";

/** The common part of two names that differ only in upper and lower case. */
export function foldedName(fileName: string): string {
  return fileName.toLowerCase();
}

/** Groups names that differ only in case. Names without a rival are left out; groups and names are in code unit order. */
export function rivalNames(fileNames: Iterable<string>): readonly (readonly string[])[] {
  const first = new Map<string, string>();
  const groups = new Map<string, string[]>();
  for (const name of fileNames) {
    const folded = foldedName(name);
    const earlier = first.get(folded);
    if (earlier === undefined) first.set(folded, name);
    else if (earlier !== name) groups.set(folded, [...(groups.get(folded) ?? [earlier]), name]);
  }
  return [...groups.values()].map((group) => group.sort(byCodeUnits)).sort(([a = ""], [b = ""]) => byCodeUnits(a, b));
}

/**
 * Chooses the name that counts among rivals that are there: the one changed last, and of equals the first by name. The
 * rest are not read.
 */
export function chooseRival(rivals: readonly Rival[]): string {
  const [first, ...rest] = rivals;
  invariant(first, "a choice has at least one name");
  return rest.reduce((best, next) => (isBetter(next, best) ? next : best), first).fileName;
}

/** One of several names, with the time of its file. */
export interface Rival {
  readonly fileName: string;
  readonly modifiedNs: bigint;
}

function isBetter(one: Rival, other: Rival): boolean {
  if (one.modifiedNs !== other.modifiedNs) return one.modifiedNs > other.modifiedNs;
  return one.fileName < other.fileName;
}

function byCodeUnits(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
