/** The order in which strategies are shown, and how one of them is moved. */

interface Placed {
  readonly id: string;
  readonly strategies: readonly { readonly id: string }[];
}

/**
 * Ids of all strategies, first to last, once a profile has changed places with its neighbour.
 *
 * @param groups profiles as they are shown; a profile stays in its group
 * @param step -1 for one place up, 1 for one place down
 * @returns nothing where there is no neighbour
 */
export function movedOrder(
  groups: readonly { readonly profiles: readonly Placed[] }[],
  profileId: string,
  step: -1 | 1,
): readonly string[] | undefined {
  let isMoved = false;
  const ids = groups.flatMap(({ profiles }) => {
    const from = profiles.findIndex(({ id }) => id === profileId);
    const [moved, neighbour] = [profiles[from], profiles[from + step]];
    if (!moved || !neighbour) return idsOf(profiles);
    isMoved = true;
    return idsOf(profiles.map((each) => (each === moved ? neighbour : each === neighbour ? moved : each)));
  });
  return isMoved ? ids : undefined;
}

function idsOf(profiles: readonly Placed[]): readonly string[] {
  return profiles.flatMap(({ strategies }) => strategies.map(({ id }) => id));
}
