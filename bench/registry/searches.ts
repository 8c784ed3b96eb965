/** Texts that people type into a search box, by the number of results. */
import type { Version } from "./data-set.ts";
import { numbersFrom } from "./random.ts";

export type SearchKind = "frequent" | "rare" | "absent" | "one or two characters" | "title and description";

const EACH = 400;

/** Words that a large part of all servers have. */
const FREQUENT = [
  "mcp",
  "server",
  "github",
  "io.github",
  "ai.smithery",
  "api",
  "mcp-server",
  "smithery",
  "tool",
  "data",
];

/** Paths of requests, none of which comes twice. Another seed gives others. */
export function searchPaths(versions: readonly Version[], seed: number): Record<SearchKind, string[]> {
  const random = numbersFrom(seed);
  const oneOf = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
  const letters = (count: number): string =>
    Array.from({ length: count }, () => oneOf("abcdefghijklmnopqrstuvwxyz".split(""))).join("");
  const make = (text: () => string, more: () => string = () => oneOf(["", "&version=latest"])): string[] => {
    const paths = new Set<string>();
    for (let tries = 0; paths.size < EACH && tries < EACH * 50; tries++) {
      const limit = 1 + Math.floor(random() * 100);
      paths.add(`/v0.1/servers?search=${encodeURIComponent(text())}&limit=${limit}${more()}`);
    }
    return [...paths];
  };
  const partOfName = (): string => {
    const { name } = oneOf(versions);
    const start = Math.floor(random() * Math.max(1, name.length - 12));
    return name.slice(start, start + 6 + Math.floor(random() * 10));
  };
  const words = (): string =>
    oneOf(
      oneOf(versions)
        .document.description.split(/\s+/)
        .filter((word) => word.length > 2),
    );
  return {
    frequent: make(() => oneOf(FREQUENT)),
    rare: make(partOfName),
    absent: make(() => `${letters(7)}q`),
    "one or two characters": make(() => letters(random() < 0.3 ? 1 : 2)),
    "title and description": make(
      () => (random() < 0.7 ? words() : letters(random() < 0.5 ? 2 : 6)),
      () => `&search_in=all${oneOf(["", "&version=latest"])}`,
    ),
  };
}

/** All kinds, one after the other, as they come in. */
export function mixed(kinds: Readonly<Record<string, readonly string[]>>): string[] {
  const lists = Object.values(kinds);
  const longest = Math.max(...lists.map((list) => list.length));
  return Array.from({ length: longest }, (_, at) => lists.flatMap((list) => list[at] ?? [])).flat();
}
