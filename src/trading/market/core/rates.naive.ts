/** The obvious search for rates: look at every market again and again, and settle the currency that is reached best. */
import { DOLLAR_TOKENS } from "./quote-classes.ts";
import { MAX_RATE_SPREAD, type RateQuote } from "./rates.ts";

export interface NaiveMarket {
  readonly base: string;
  readonly quote: string;
  readonly best: RateQuote;
}

export function findRates(markets: readonly NaiveMarket[]): Map<string, number> {
  const settled = new Map<string, { rate: number; width: number }>();
  const known = new Set(markets.flatMap(({ base, quote }) => [base, quote]));
  for (const seed of ["USD", ...DOLLAR_TOKENS]) {
    if (settled.has(seed) || (seed !== "USD" && !known.has(seed))) continue;
    settled.set(seed, { rate: 1, width: Infinity });
    for (let next = widest(markets, settled); next; next = widest(markets, settled)) {
      settled.set(next.currency, next);
    }
  }
  return new Map([...settled].map(([currency, { rate }]) => [currency, rate]));
}

function widest(
  markets: readonly NaiveMarket[],
  settled: ReadonlyMap<string, { rate: number; width: number }>,
): { currency: string; rate: number; width: number; held: number } | undefined {
  const offers = markets.flatMap(({ base, quote, best }) => {
    const middle = (best.bidPrice + best.askPrice) / 2;
    if (best.state !== "live" || best.bidPrice === 0 || best.askPrice === 0) return [];
    if (best.askPrice - best.bidPrice > MAX_RATE_SPREAD * middle) return [];
    const fromQuote = settled.get(quote);
    const fromBase = settled.get(base);
    if (fromQuote && !fromBase) {
      const held = Math.min(best.bidQuantity * best.bidPrice, best.askQuantity * best.askPrice) * fromQuote.rate;
      return [{ currency: base, rate: fromQuote.rate * middle, width: Math.min(fromQuote.width, held), held }];
    }
    if (fromBase && !fromQuote) {
      const held = Math.min(best.bidQuantity, best.askQuantity) * fromBase.rate;
      return [{ currency: quote, rate: fromBase.rate / middle, width: Math.min(fromBase.width, held), held }];
    }
    return [];
  });
  // Sorting is stable: of equal ones, the first listing's.
  const sorted = offers.sort((one, other) => compare(other.width, one.width) || compare(other.held, one.held));
  return sorted.find(({ width }) => width > 0);
}

function compare(one: number, other: number): number {
  return one === other ? 0 : one - other;
}
