/** The search terms in texts of others, and how SQL finds them. */
export interface Mentions {
  /** In decimal. */
  readonly ids: ReadonlySet<string>;
  /** Names that no other player has: removed from every text. */
  readonly names: readonly string[];
  /** Names that others have too: taken out of texts of the person's own tribes only. */
  readonly sharedNames: readonly string[];
  readonly ownTribes: ReadonlySet<number>;
}

/** The names that mean the person in a text of a tribe. */
export function namesIn({ names, sharedNames, ownTribes }: Mentions, tribeId: number): readonly string[] {
  return ownTribes.has(tribeId) ? [...names, ...sharedNames] : names;
}

/**
 * Parameters of a condition such as `text like any ($1) or (tribe_id = any ($2) and text like any ($3))`: it may match
 * texts that do not mean the person, and misses none that does.
 */
export function patternsOf({ ids, names, sharedNames, ownTribes }: Mentions): [string[], number[], string[]] {
  const withIds = Array.from(ids, (id) => `with ID ${id}`);
  return [[...names, ...withIds].map(containing), [...ownTribes], sharedNames.map(containing)];
}

/** Patterns for texts that are JSON strings of something that has a name in it. */
export function jsonPatternsOf(names: readonly string[]): string[] {
  return names.map((name) => containing(JSON.stringify(name).slice(1, -1)));
}

function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, "\\$&")}%`;
}
