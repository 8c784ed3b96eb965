/** An exchange like another one, whose words to a market are overheard, and may be falsified on the way. */
import type { Exchange, LossReason, MarketSink } from "../../../src/trading/exchanges/index.ts";

/** An adapter's reports of each market: how often it restarted a book, and how often and why it lost one. */
export class HeardWords {
  readonly #books = new Map<string, number>();
  readonly #losses = new Map<string, number>();
  /** Markets whose book was lost, and not restarted since. */
  readonly lost = new Set<string>();

  books(marketId: string): number {
    return this.#books.get(marketId) ?? 0;
  }

  losses(marketId: string, why: LossReason): number {
    return this.#losses.get(`${marketId} ${why}`) ?? 0;
  }

  /** Of all markets together, by reason. */
  get allLosses(): Readonly<Record<string, number>> {
    const all: Record<string, number> = {};
    for (const [key, count] of this.#losses) {
      const why = key.slice(key.indexOf(" ") + 1);
      all[why] = (all[why] ?? 0) + count;
    }
    return all;
  }

  get allBooks(): number {
    return [...this.#books.values()].reduce((sum, count) => sum + count, 0);
  }

  /** Listens between an adapter and a sink. */
  on(sink: MarketSink): MarketSink {
    return {
      book: (marketId, book) => {
        this.#books.set(marketId, this.books(marketId) + 1);
        this.lost.delete(marketId);
        sink.book(marketId, book);
      },
      change: (marketId, change) => sink.change(marketId, change),
      trade: (marketId, trade) => sink.trade(marketId, trade),
      tradesBroke: (marketId, sinceMs) => sink.tradesBroke?.(marketId, sinceMs),
      tradesResumed: (marketId) => sink.tradesResumed?.(marketId),
      proved: (marketId, atMs) => sink.proved?.(marketId, atMs),
      lost: (marketId, why) => {
        this.#losses.set(`${marketId} ${why}`, this.losses(marketId, why) + 1);
        this.lost.add(marketId);
        sink.lost(marketId, why);
      },
      health: (health) => sink.health(health),
    };
  }
}

/** @param through the layer between the adapter and the followers of its markets */
export function overheardExchange(exchange: Exchange, through: (sink: MarketSink) => MarketSink): Exchange {
  return {
    code: exchange.code,
    name: exchange.name,
    kind: exchange.kind,
    has: exchange.has,
    markets: () => exchange.markets(),
    book: (marketId, depth) => exchange.book(marketId, depth),
    trades: (marketId, limit) => exchange.trades(marketId, limit),
    candles: (marketId, range) => exchange.candles(marketId, range),
    watch: (marketIds, sink) => exchange.watch(marketIds, through(sink)),
    health: () => exchange.health(),
    ping: () => exchange.ping(),
    account: (credentials) => exchange.account(credentials),
    close: () => exchange.close(),
  };
}
