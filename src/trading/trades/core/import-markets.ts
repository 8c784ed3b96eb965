/**
 * The markets of an exchange in which a key may have traded: the trades of all of its markets cannot be requested at
 * once.
 */

interface ListedMarket {
  readonly id: string;
  readonly base: string;
  readonly quote: string;
}

export interface MarketFacts {
  /** Markets of orders, and of imports before, with when they were last asked about; null for never. */
  readonly known: ReadonlyMap<string, number | null>;
  /** Market ids that the owner has named. */
  readonly named: readonly string[];
  /** Currencies that the account holds. */
  readonly held: ReadonlySet<string>;
  readonly listed: readonly ListedMarket[];
  readonly limit: number;
}

export interface ChosenMarkets {
  /** Those of this run. */
  readonly chosen: readonly string[];
  /** How many have no place in it, and were never asked about. */
  readonly waiting: number;
  /** Those that would be asked about, and that the exchange has never listed here. */
  readonly unlisted: readonly string[];
}

/**
 * Those that the owner has named, those that are known, and those between two currencies that the account holds. Markets
 * that were not asked about for the longest time first, so that a long list is worked off over several runs.
 */
export function chooseImportMarkets({ known, named, held, listed, limit }: MarketFacts): ChosenMarkets {
  const there = new Set(listed.map(({ id }) => id));
  const between = listed.filter(({ base, quote }) => held.has(base) && held.has(quote)).map(({ id }) => id);
  const wanted = [...new Set([...named, ...known.keys(), ...between])];
  const askedMs = (id: string): number => known.get(id) ?? 0;
  const sorted = wanted.filter((id) => there.has(id)).toSorted((one, other) => askedMs(one) - askedMs(other));
  return {
    chosen: sorted.slice(0, limit),
    waiting: sorted.slice(limit).filter((id) => askedMs(id) === 0).length,
    unlisted: wanted.filter((id) => !there.has(id)),
  };
}
