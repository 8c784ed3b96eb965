/** Which accounts are behind the names that a game server's query lists without any account. */

export interface AccountName {
  readonly platformId: string;
  /** One of the names that the account is known by. */
  readonly platformName: string;
}

export interface NameMatch {
  readonly platformId: string;
  /** The name as the server gave it. */
  readonly name: string;
}

/** Names are stored cut at some places and whole at others. */
export const COMPARED_CHARACTERS = 16;

/**
 * Matches names by their first 16 characters, exactly. Empty names are passed over. A name matches only when one name on
 * the server and one account begin like that: where two could be meant, none is taken. An account may be given with
 * several names; one that several names on the server lead to is left out as well.
 */
export function matchNames(seen: readonly string[], accounts: readonly AccountName[]): NameMatch[] {
  const accountsByStart = new Map<string, Set<string>>();
  for (const { platformId, platformName } of accounts) {
    const start = startOf(platformName);
    const holders = accountsByStart.get(start);
    if (holders) holders.add(platformId);
    else accountsByStart.set(start, new Set([platformId]));
  }
  const matches = seen.flatMap((name): NameMatch[] => {
    const start = startOf(name);
    const holders = accountsByStart.get(start);
    if (start === "" || holders?.size !== 1) return [];
    return [...holders].map((platformId) => ({ platformId, name }));
  });
  // Two who begin alike lead to one account, as do two of its names.
  const timesMatched = countEach(matches.map((match) => match.platformId));
  return matches.filter((match) => timesMatched.get(match.platformId) === 1);
}

/** The part of a name that is compared. */
export function startOf(name: string): string {
  return Array.from(name).slice(0, COMPARED_CHARACTERS).join("");
}

function countEach(values: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}
