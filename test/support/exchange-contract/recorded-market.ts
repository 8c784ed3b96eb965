/** A market sink that keeps books as a reader would, and all reports. */
import type {
  BookSnapshot,
  ExchangeHealth,
  FlatLevels,
  LossReason,
  MarketSink,
  Trade,
} from "../../../src/trading/exchanges/port.ts";

type Levels = readonly (readonly [price: number, quantity: number])[];

export class RecordedMarket implements MarketSink {
  /** Every word, in order: `btcusdt book`, `btcusdt lost gap`, ... */
  readonly words: string[] = [];
  readonly tradesOf = new Map<string, Trade[]>();
  readonly healths: ExchangeHealth[] = [];
  readonly #bids = new Map<string, Map<number, number>>();
  readonly #asks = new Map<string, Map<number, number>>();

  book(marketId: string, book: BookSnapshot): void {
    this.words.push(`${marketId} book`);
    this.#bids.set(marketId, new Map(pairs(book.bids)));
    this.#asks.set(marketId, new Map(pairs(book.asks)));
  }

  change(marketId: string, change: BookSnapshot): void {
    this.words.push(`${marketId} change`);
    apply(this.#bids.get(marketId), change.bids);
    apply(this.#asks.get(marketId), change.asks);
  }

  trade(marketId: string, trade: Trade): void {
    this.words.push(`${marketId} trade`);
    this.tradesOf.set(marketId, [...(this.tradesOf.get(marketId) ?? []), trade]);
  }

  lost(marketId: string, why: LossReason): void {
    this.words.push(`${marketId} lost ${why}`);
    this.#bids.delete(marketId);
    this.#asks.delete(marketId);
  }

  health(health: ExchangeHealth): void {
    this.healths.push(health);
  }

  /** The book as the words add up to it, best first; undefined before the first and after a loss. */
  read(marketId: string, depth: number): { readonly bids: Levels; readonly asks: Levels } | undefined {
    const bids = this.#bids.get(marketId);
    const asks = this.#asks.get(marketId);
    if (!bids || !asks) return undefined;
    return {
      bids: [...bids].sort(([one], [two]) => two - one).slice(0, depth),
      asks: [...asks].sort(([one], [two]) => one - two).slice(0, depth),
    };
  }
}

/** Flat levels as pairs. */
export function pairs(levels: FlatLevels): [price: number, quantity: number][] {
  const found: [number, number][] = [];
  for (let index = 0; index + 1 < levels.length; index += 2) {
    found.push([levels[index] ?? Number.NaN, levels[index + 1] ?? Number.NaN]);
  }
  return found;
}

function apply(side: Map<number, number> | undefined, levels: FlatLevels): void {
  for (const [price, quantity] of pairs(levels)) {
    if (quantity === 0) side?.delete(price);
    else side?.set(price, quantity);
  }
}
