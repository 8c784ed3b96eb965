/** Which markets an article is measured at: fixed when it is stored, so that a later computation looks at the same ones. */

/** A spot market as far as the choice needs it. */
export interface Candidate {
  /** Service code: `binance-btcusdt`. */
  readonly code: string;
  /** Pair id: `btcusdt`. */
  readonly pair: string;
  /** `BTC/USDT`. */
  readonly symbol: string;
  readonly base: string;
  /** Of a day in US dollars; 0 where nothing is known. */
  readonly volume: number;
}

/** Pairs that are measured because an article names their coin, beside those that always are. */
const MAX_NAMED = 5;
/** The markets of one pair, the largest first. */
const MAX_MARKETS = 5;

/**
 * The codes of the watched pairs and of the largest pair of each currency that the article names.
 *
 * @param watched a number for the largest pairs, or symbols such as `BTC/USDT`
 * @param currencies that the article names, in order
 */
export function chooseCodes(
  candidates: readonly Candidate[],
  watched: number | readonly string[],
  currencies: readonly string[],
): string[] {
  const pairs = groupByPair(candidates);
  const always =
    typeof watched === "number" ? pairs.slice(0, watched) : pairs.filter(({ symbol }) => watched.includes(symbol));
  const named = currencies.slice(0, MAX_NAMED).flatMap((currency) => pairs.find(({ base }) => base === currency) ?? []);
  return [...new Set([...always, ...named])].flatMap(({ codes }) => codes);
}

interface Pair {
  readonly symbol: string;
  readonly base: string;
  readonly codes: readonly string[];
  readonly volume: number;
}

/** The largest first; pairs of one size by their names. */
function groupByPair(candidates: readonly Candidate[]): Pair[] {
  const groups = new Map<string, Candidate[]>();
  for (const each of candidates) groups.set(each.pair, [...(groups.get(each.pair) ?? []), each]);
  const pairs = [...groups.values()].flatMap((group): Pair[] => {
    const sorted = group.toSorted((one, other) => other.volume - one.volume || (one.code < other.code ? -1 : 1));
    const [first] = sorted;
    if (!first) return [];
    const volume = sorted.reduce((sum, each) => sum + each.volume, 0);
    return [
      { symbol: first.symbol, base: first.base, codes: sorted.slice(0, MAX_MARKETS).map(({ code }) => code), volume },
    ];
  });
  return pairs.toSorted((one, other) => other.volume - one.volume || (one.symbol < other.symbol ? -1 : 1));
}
