/** Texts that people type when they look for a player, by how they find him. */
import { seededNumbers } from "./player-names.ts";

const EACH = 1_000;

export type QueryKind = "exact" | "prefix" | "substring" | "typo" | "one or two letters" | "nobody";

/** Paths of searches by kind, made of names that are there. */
export function searchPaths(names: readonly string[]): Record<QueryKind, string[]> {
  const chance = seededNumbers(7);
  const long = (least: number): string[] => names.filter((name) => Array.from(name).length >= least).slice(0, EACH);
  const part = (name: string, from: number, length: number): string =>
    Array.from(name)
      .slice(from, from + length)
      .join("");
  // None comes twice: what everybody is called by default (one in twenty) is one query of many.
  const paths = (queries: readonly string[]): string[] =>
    [...new Set(queries)]
      .filter((query) => query.trim() !== "")
      .map((query) => `/Search?type=Player&q=${encodeURIComponent(query)}`);
  const letters = (count: number): string =>
    Array.from({ length: count }, () => "abcdefghijklmnopqrstuvwxyz".charAt(Math.floor(chance() * 26))).join("");
  return {
    exact: paths(long(3)),
    prefix: paths(long(7).map((name) => part(name, 0, 4 + Math.floor(chance() * 3)))),
    substring: paths(long(8).map((name) => part(name, 2, 4 + Math.floor(chance() * 3)))),
    typo: paths(long(7).map((name) => swapped(name, chance()))),
    "one or two letters": paths(Array.from({ length: EACH }, () => letters(chance() < 0.3 ? 1 : 2))),
    nobody: paths(Array.from({ length: EACH }, () => `${letters(8)}qxz`)),
  };
}

function swapped(name: string, where: number): string {
  const points = Array.from(name);
  const at = 1 + Math.floor(where * (points.length - 2));
  return points.toSpliced(at, 2, points[at + 1] ?? "", points[at] ?? "").join("");
}
